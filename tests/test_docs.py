"""What the documentation points at exists: files, headings, pictures, modules."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
HISTORY = {ROOT / "CHANGELOG.md", *ROOT.glob("docs/decisions/*.md")}  # these speak of what was there at the time
SCREENSHOTS = ROOT / "docs" / "screenshots"

LINK = re.compile(r'\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"')
NAMED_FILE = re.compile(r"`([\w<>./*-]+\.(?:py|js|css|html|svg|toml|md))`")


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("document", PAGES, ids=name_of)
def test_every_relative_link_leads_to_a_file_and_a_heading(document):
    broken = [link for link in relative_links(document) if not leads_somewhere(document, link)]
    assert not broken


@pytest.mark.parametrize("document", [page for page in PAGES if page not in HISTORY], ids=name_of)
def test_every_file_that_a_page_names_exists(document):
    unknown = [name for name in NAMED_FILE.findall(prose_of(document)) if not is_a_file(name)]
    assert not unknown


@pytest.mark.parametrize("document", [page for page in PAGES if page not in HISTORY], ids=name_of)
def test_every_name_in_a_module_that_a_page_names_exists(document):
    named = re.findall(r"`(\w+)\.(\w+)(?:\([^`]*\))?`", prose_of(document))
    unknown = [f"{module}.{name}" for module, name in named if module in modules() and name not in modules()[module]]
    others = (".json", ".conf")  # files of somebody else, which are named in passing
    assert not [name for name in unknown if not (is_a_file(name) or is_a_module(name) or name.endswith(others))]


def test_every_command_that_a_page_names_exists():
    targets = {*re.findall(r"^([a-z0-9-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)}
    commands = set(get_commands())
    unknown = {
        *(f"make {name}" for name in named_in_code(r"make ([a-z][a-z0-9-]*)") - targets),
        *(f"manage.py {name}" for name in named_in_code(r"manage\.py (\w+)") - commands),
        *(f"python -m {name}" for name in named_in_code(r"python -m ([\w.]+)") if not find_spec(name)),
    }
    assert not unknown


def test_a_broken_link_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# One heading\n[a](page.md#one-heading) [b](page.md#another) [c](nowhere.md) <img src='x'>\n")
    assert [leads_somewhere(page, link) for link in relative_links(page)] == [True, False, False]


def test_the_repository_keeps_only_pictures_that_a_page_shows_and_they_are_small():
    shown = {(page.parent / unquote(link)).resolve() for page in PAGES for link in relative_links(page)}
    pictures = {picture.resolve() for picture in SCREENSHOTS.iterdir()}
    assert pictures <= shown
    assert {picture.suffix for picture in pictures} == {".webp"}
    assert sum(picture.stat().st_size for picture in pictures) < 2_200_000


def test_the_readme_opens_with_a_picture_and_the_two_commands():
    title, *rest = (ROOT / "README.md").read_text().split("\n\n")
    assert title == "# Marabunta"
    assert "docs/screenshots/" in rest[0]
    assert [line.split("#")[0].strip() for line in rest[1].splitlines()] == ["make run", "make test"]


def relative_links(page: Path) -> Iterator[str]:
    for match in LINK.finditer(prose_of(page)):
        link = match[1] or match[2]
        if not re.match(r"[a-z]+:", link):
            yield link


def leads_somewhere(page: Path, link: str) -> bool:
    file, _, anchor = link.partition("#")
    target = page.parent / unquote(file) if file else page
    return target.exists() and (not anchor or anchor in anchors_of(target))


@cache
def anchors_of(page: Path) -> frozenset[str]:
    """The anchors that GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ +(.+)$", page.read_text(), re.MULTILINE)
    bare = (re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "]", heading)).lower() for heading in headings)
    return frozenset(heading.replace(" ", "-") for heading in bare)


def named_in_code(pattern: str) -> set[str]:
    """What follows a command in code of any page: `in a line` or in a block."""
    code = [part for page in PAGES for part in re.findall(r"`[^`\n]+`|^    .+$", page.read_text(), re.MULTILINE)]
    return {name for part in code for name in re.findall(pattern, part)}


def prose_of(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def is_a_file(name: str) -> bool:
    """Whether a file of the repository has this name or ends in this path; ``<kind>`` stands for any folder."""
    pattern = re.sub(r"<\w+>", "[^/]+", re.escape(name)).replace(r"\*", "[^/]*")
    return any(re.search(rf"(^|/){pattern}$", file) for file in files())


def is_a_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


@cache
def modules() -> dict[str, set[str]]:
    """The names that the modules and classes of our code define, by the name of the module or class."""
    found: dict[str, set[str]] = {}
    for file in files():
        if file.endswith(".py") and not file.startswith("tests/"):
            tree = ast.parse((ROOT / file).read_text())
            found.setdefault(Path(file).stem, set()).update(names_in(tree.body))
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, set()).update(names_in(node.body))
    return found


def names_in(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.ImportFrom(names=names):
                yield from (alias.asname or alias.name for alias in names)


@cache
def files() -> tuple[str, ...]:
    folders = ("accounts", "docs", "games", "marabunta_site", "static", "templates", "tests")
    found = [*ROOT.glob("*.*"), *(file for folder in folders for file in (ROOT / folder).rglob("*.*"))]
    return tuple(str(file.relative_to(ROOT)) for file in found)
