"""Which tests run on SQLite alone, and that none of those are among them that could end differently on PostgreSQL."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ALONE = re.compile(r"pytestmark = .*\bone_database\b")
DIFFERS = re.compile(r"transaction=True|transactional_db|\.cursor\(\)|\.vendor\b|select_for_update|Thread\(|Popen\(")
OF_SQLITE = [
    Path("tests/games/test_unavailable.py"),  # it makes a file of SQLite full, read-only or unreadable
    Path("tests/proof/test_serve.py"),  # what one process serves, with the database that is embedded in it
    Path("tests/proof/test_upgrade.py"),  # what differs with PostgreSQL is the backup, which has a drill of its own
]
# Modules that a test runs on both databases as a command, in a process of its own, and so does not import.
AS_COMMANDS = {Path("tests/proof/test_backup.py"): {"games.keeping.archive_file", "games.keeping.backup"}}
LOCKS = re.compile(r"select_for_update|\.cursor\(\)|\.vendor\b")  # and what speaks SQL of its own


def test_what_locks_races_or_speaks_sql_does_not_run_on_one_database_alone():
    alone = [file for file in modules() if ALONE.search(file.read_text())]
    assert len(alone) > 10
    differing = [file for file in alone if DIFFERS.search(file.read_text()) and file not in OF_SQLITE]
    assert [str(file) for file in differing] == []


def test_every_module_that_locks_or_speaks_sql_is_tested_on_both_databases():
    tested = {name for file in modules() if not ALONE.search(file.read_text()) for name in imported(file)}
    locking = {
        ".".join(file.with_suffix("").parts)
        for folder in ("accounts", "games")
        for file in Path(folder).rglob("*.py")
        if LOCKS.search(file.read_text()) and "migrations" not in file.parts
    }
    assert len(locking) > 10
    commanded = {name for file, names in AS_COMMANDS.items() if not ALONE.search(file.read_text()) for name in names}
    assert locking - tested - commanded == set()


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
