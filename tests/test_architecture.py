"""What import-linter cannot say, and whether docs/architecture.md is true."""

import ast
import re
import tomllib
from bisect import bisect_right
from functools import cache
from itertools import pairwise
from pathlib import Path

DOCUMENT = Path("docs/architecture.md")
ROOMS = ("games", "accounts", "marabunta_site")
PICTURE = Path("docs/architecture.svg")
NAME = re.compile(r"`([^`]+)`")


def test_only_the_log_writes_events():
    writes = re.compile(
        r"\bEvent\(\s*game=|Event\.objects\.(create|bulk_create|update)|\bevents\.(create|add|update)\("
    )
    writers = [str(file) for file in Path("games").rglob("*.py") if writes.search(file.read_text())]
    assert writers == ["games/table/log.py"]


def test_the_list_of_folders_is_that_of_the_disk():
    assert listed_folders() == {
        place: modules for room in ROOMS for place, modules in found_folders(Path(room)).items()
    }


def test_every_step_of_the_five_flows_names_a_file_and_a_function_that_exist():
    flows = re.split(r"^### ", section("The five ways data flows"), flags=re.MULTILINE)[1:]
    assert [flow.splitlines()[0] for flow in flows] == ["1. Page", "2. Move", "3. Live", "4. Mail", "5. Replay"]
    for flow in flows:
        steps = [row for row in rows_of(flow) if row[0] != "step"]
        assert len(steps) >= 6
        for step, _, where in steps:
            assert NAME.search(where), step
    missing = [
        f"{file}: {name}" for file, name in named_places(section("The five ways data flows")) if not has(file, name)
    ]
    assert not missing


def test_a_function_that_does_not_exist_is_found():
    assert list(named_places("`games/record.py` `read` `rid`, `games/record.py`")) == [
        ("games/record.py", "read"),
        ("games/record.py", "rid"),
        ("games/record.py", ""),
    ]
    assert has("games/record.py", "read") and has("games/record.py", "")
    assert not has("games/record.py", "rid") and not has("games/recorded.py", "read")


def test_every_step_in_the_picture_names_a_module_and_a_function_that_exist():
    steps = re.findall(r"<tspan[^>]*>([^<]+)</tspan><tspan[^>]*>([^<]+)</tspan>", PICTURE.read_text())
    assert len(steps) >= 25
    missing = [
        step for step in steps if not (has(f"games/{step[0]}.py", step[1]) or has(f"static/{step[0]}.js", step[1]))
    ]
    assert not missing


def test_the_ten_layers_have_the_order_of_the_contract():
    ranges = [[level_of(module) for module in modules] for modules in ten_layers()]
    assert len(ranges) == 10
    assert all(max(above) < min(below) for above, below in pairwise(ranges))


def test_the_picture_numbers_each_step_by_its_layer():
    tops = [min(level_of(module) for module in modules) for modules in ten_layers()]
    steps = re.findall(
        r'class="box layer-(\d+)" width="158".*?<tspan[^>]*>([^<]+)</tspan>', PICTURE.read_text(), re.DOTALL
    )
    assert len(steps) >= 25
    for layer, module in steps:
        if module.startswith("js/"):
            assert layer == "0"
        else:
            assert int(layer) == bisect_right(tops, level_of(f"games.{module.replace('/', '.')}")), module


def section(title: str) -> str:
    """A part of the document from its heading to the next one of the same level."""
    return re.split(r"^## ", DOCUMENT.read_text().split(f"\n## {title}\n")[1], flags=re.MULTILINE)[0]


def ten_layers() -> list[list[str]]:
    """The modules that the document names for each layer, from the top down."""
    return [NAME.findall(modules) for number, _, modules in rows_of(section("Layers")) if number.isdigit()]


@cache
def contract() -> list[list[str]]:
    """The layers of the import contract, from the top down."""
    contracts = tomllib.loads(Path("pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (found,) = [each for each in contracts if each["type"] == "layers"]
    return [[module.strip() for module in re.split("[:|]", layer)] for layer in found["layers"]]


def level_of(module: str) -> int:
    """The number of the contract's layer that a module belongs to, the top being 0."""
    parts = module.split(".")
    names = {".".join(parts[:length]) for length in range(1, len(parts) + 1)}
    (level,) = [number for number, layer in enumerate(contract()) if names & {*layer}]
    return level


def rows_of(text: str) -> list[list[str]]:
    """The rows of all tables, as cells."""
    lines = [line for line in text.splitlines() if line.startswith("|") and not set(line) <= set("|-: ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def listed_folders() -> dict[str, set[str]]:
    """Every folder and module in the tables of the document, with the modules that it names for a folder."""
    rows = [row for row in rows_of(section("Folders")) if NAME.fullmatch(row[0])]
    assert all(subject for _, subject, _ in rows)
    return {name.strip("`"): {"…"} if modules == "…" else {*NAME.findall(modules)} for name, _, modules in rows}


def found_folders(room: Path) -> dict[str, set[str]]:
    """The same on the disk. Folders within a kind are named by the kind, and migrations not one by one."""
    if room.name == "marabunta_site":
        folders = {
            f"marabunta_site/{entry}": entries_of(room / entry) for entry in entries_of(room) if entry[-1] == "/"
        }
        return {"marabunta_site/": entries_of(room), **folders}
    found: dict[str, set[str]] = {}
    for entry in entries_of(room):
        if entry.endswith("/"):
            found |= found_in(room / entry)
        else:
            found[f"{room}/{entry}"] = set()
    return found


def found_in(folder: Path) -> dict[str, set[str]]:
    if folder.name == "migrations":
        return {f"{folder}/": {"…"}}
    found = {f"{folder}/": entries_of(folder)}
    if not (folder / "rules").is_dir():
        for entry in entries_of(folder):
            if entry.endswith("/"):
                found |= found_in(folder / entry)
    return found


def entries_of(folder: Path) -> set[str]:
    """Modules by their names and folders with a slash; a folder without a file is one that git does not know."""
    modules = {file.stem for file in folder.glob("*.py") if file.name != "__init__.py"}
    folders = {each for each in folder.iterdir() if each.is_dir() and each.name != "__pycache__"}
    return modules | {
        f"{each.name}/"
        for each in folders
        if any(file.is_file() and "__pycache__" not in file.parts for file in each.rglob("*"))
    }


def named_places(text: str) -> list[tuple[str, str]]:
    """Files and the names that follow each of them: ``games/record.py`` ``read`` ``to_text``. Without names: empty."""
    places: list[tuple[str, str]] = []
    for match in re.finditer(r"`((?:\w+/)+[\w.]+\.\w+)`((?:\s+`\w+`)*)", text):
        names = NAME.findall(match[2]) or [""]
        places += [(match[1], name) for name in names]
    return places


def has(file: str, name: str) -> bool:
    path = Path(file)
    if not path.is_file():
        return False
    source = path.read_text()
    if path.suffix != ".py":
        return not name or f"function {name}(" in source
    defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return not name or any(isinstance(node, defined) and node.name == name for node in ast.parse(source).body)
