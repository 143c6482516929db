"""What import-linter cannot say."""

import re
from pathlib import Path


def test_only_the_log_writes_events():
    writes = re.compile(
        r"\bEvent\(\s*game=|Event\.objects\.(create|bulk_create|update)|\bevents\.(create|add|update)\("
    )
    writers = [str(file) for file in Path("games").rglob("*.py") if writes.search(file.read_text())]
    assert writers == ["games/table/log.py"]


def test_no_test_imports_from_a_conftest():
    """Fixtures come by name; what else tests share is in modules."""
    shared = [str(file) for file in Path("tests").rglob("*.py") if re.search(r"[.]conftest import", file.read_text())]
    assert shared == []
