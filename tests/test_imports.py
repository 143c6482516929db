"""Rules of imports that import-linter cannot express."""

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

PACKAGES = ("accounts", "games")
FOR_BOTH = "games.prepared"  # queries that are written once: it knows neither people nor games
READY = "ready"  # of an AppConfig: Django has no models before


def test_no_function_imports_anything():
    """An import inside a function hides a cycle, or makes one that only shows at run time."""
    found = [
        f"{file}:{line} in {name}"
        for file in sources()
        for name, line in inner_imports(ast.parse(file.read_text()))
        if (file.name, name) != ("apps.py", READY)
    ]
    assert found == []


def test_imports_for_types_go_through_the_two_narrow_modules_too():
    """Import-linter does not look at imports for type checkers."""
    allowed = {"accounts": "games.for_accounts", "games": "accounts.for_games"}
    found = [
        f"{file}: {name}"
        for file in sources()
        for name in imported_modules(ast.parse(file.read_text()))
        if name.partition(".")[0] in set(PACKAGES) - {file.parts[0]} and name not in (allowed[file.parts[0]], FOR_BOTH)
    ]
    assert found == []


def test_no_modules_import_each_other_in_a_circle():
    graph = grimp.build_graph(*PACKAGES, "marabunta_site", exclude_type_checking_imports=True, cache_dir=None)
    check_order({module: graph.find_modules_directly_imported_by(module) for module in graph.modules})


def test_every_module_has_its_layer():
    """Import-linter can demand that only of the children of one package, and our folders reach over several layers."""
    modules = {name_of(file) for package in (*PACKAGES, "marabunta_site") for file in Path(package).rglob("*.py")}
    assert without_layer(modules, layers()) == []


def test_a_folder_that_has_no_layer_as_a_whole_holds_no_code_of_its_own():
    for file in (file for package in PACKAGES for file in Path(package).rglob("__init__.py")):
        if without_layer([name_of(file) + ".module"], layers()):
            assert [type(node) for node in ast.parse(file.read_text()).body] in ([], [ast.Expr]), file


def test_a_module_without_a_layer_is_found():
    known = {"games.views", "games.table.log"}
    modules = ["games.table", "games.table.log", "games.table.new", "games.views.game", "games.new"]
    assert without_layer(modules, known) == ["games.new", "games.table.new"]


def test_the_search_for_inner_imports_finds_them():
    source = "import a\nif a:\n    import b\ndef f():\n    if a:\n        import c\n    class C:\n        import d\n"
    assert list(inner_imports(ast.parse(source))) == [("f", 6), ("f", 8)]


def test_the_search_for_circles_finds_them():
    with pytest.raises(CycleError):
        check_order({"a": {"b"}, "b": {"c"}, "c": {"a"}})


def layers() -> set[str]:
    """Every module or folder that the contract of layers names."""
    contracts = tomllib.loads(Path("pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (contract,) = (contract for contract in contracts if contract["type"] == "layers")
    return {name.strip() for layer in contract["layers"] for name in re.split("[:|]", layer)}


def without_layer(modules: Iterable[str], named: set[str]) -> list[str]:
    """The modules that are neither named, nor in a named folder, nor the folder of a named module."""
    folders = {parent for name in named for parent in parents(name)}
    return sorted(name for name in modules if not named & {name, *parents(name)} and name not in folders)


def parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:end]) for end in range(1, len(parts))]


def name_of(file: Path) -> str:
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


def sources() -> list[Path]:
    files = [file for package in PACKAGES for file in sorted(Path(package).rglob("*.py"))]
    return [file for file in files if "migrations" not in file.parts]


def inner_imports(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The imports inside functions: the outermost function's name, and the line."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Import | ast.ImportFrom):
                    yield node.name, inner.lineno
        else:
            yield from inner_imports(node)


def imported_modules(tree: ast.AST) -> Iterator[str]:
    """The full names of the modules that a file imports, also those that it names after "from package import"."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module in PACKAGES:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def check_order(imports: Mapping[str, set[str]]) -> None:
    """Raises CycleError, which names the modules of a circle."""
    TopologicalSorter(imports).prepare()
