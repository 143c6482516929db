"""Which tests run on SQLite alone, and that none of those are among them that could end differently on PostgreSQL."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ALONE = re.compile(r"pytestmark = .*\bone_database\b")
DIFFERS = re.compile(r"transaction=True|transactional_db|\.cursor\(\)|\.vendor\b|select_for_update|Thread\(|Popen\(")
LOCKS = re.compile(r"select_for_update|\.cursor\(\)|\.vendor\b")  # and what speaks SQL of its own


def test_what_locks_races_or_speaks_sql_does_not_run_on_one_database_alone():
    alone = [file for file in modules() if ALONE.search(file.read_text())]
    assert len(alone) > 10
    assert [str(file) for file in alone if DIFFERS.search(file.read_text())] == []


def test_every_module_that_locks_or_speaks_sql_is_tested_on_both_databases():
    tested = {name for file in modules() if not ALONE.search(file.read_text()) for name in imported(file)}
    locking = {
        ".".join(file.with_suffix("").parts)
        for folder in ("accounts", "games")
        for file in Path(folder).rglob("*.py")
        if LOCKS.search(file.read_text()) and "migrations" not in file.parts
    }
    assert len(locking) > 10
    assert locking - tested == set()


def modules() -> Iterator[Path]:
    return (file for file in Path("tests").rglob("test_*.py") if file.name != Path(__file__).name)


def imported(file: Path) -> Iterator[str]:
    """The modules that a module imports, and the names that it imports from them, which may be modules."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
