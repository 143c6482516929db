"""Rules of imports and writes that import-linter cannot express."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGES = ("accounts", "games")
READY = "ready"  # of an AppConfig: Django has no models before


def test_only_the_log_writes_events():
    writes = re.compile(
        r"\bEvent\(\s*game=|Event\.objects\.(create|bulk_create|update)|\bevents\.(create|add|update)\("
    )
    writers = [str(file) for file in Path("games").rglob("*.py") if writes.search(file.read_text())]
    assert writers == ["games/table/log.py"]


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


def test_the_search_for_inner_imports_finds_them():
    source = "import a\nif a:\n    import b\ndef f():\n    if a:\n        import c\n    class C:\n        import d\n"
    assert list(inner_imports(ast.parse(source))) == [("f", 6), ("f", 8)]


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
