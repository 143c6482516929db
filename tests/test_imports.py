"""Rules of imports that import-linter cannot express."""

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

PACKAGES = ("accounts", "games")
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
        if name.partition(".")[0] in set(PACKAGES) - {file.parts[0]} and name != allowed[file.parts[0]]
    ]
    assert found == []


def test_no_modules_import_each_other_in_a_circle():
    graph = grimp.build_graph(*PACKAGES, "marabunta_site", exclude_type_checking_imports=True, cache_dir=None)
    check_order({module: graph.find_modules_directly_imported_by(module) for module in graph.modules})


def test_the_search_for_inner_imports_finds_them():
    source = "import a\nif a:\n    import b\ndef f():\n    if a:\n        import c\n    class C:\n        import d\n"
    assert list(inner_imports(ast.parse(source))) == [("f", 6), ("f", 8)]


def test_the_search_for_circles_finds_them():
    with pytest.raises(CycleError):
        check_order({"a": {"b"}, "b": {"c"}, "c": {"a"}})


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
