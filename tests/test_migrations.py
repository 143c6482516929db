"""Migrations are safe while processes of the version before still run: see tests/migration_rules.py."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from django.db import models
from django.db.migrations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    CreateModel,
    DeleteModel,
    RemoveField,
    RenameField,
    RunPython,
)
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.migration import Migration
from django.db.migrations.state import ModelState, ProjectState

from games.version import VERSION
from tests.migration_rules import MARK, problems
from tests.released.make import FOLDER

OURS = ("accounts", "games")


def test_migrations_since_the_last_release_are_safe_while_its_code_still_runs():
    assert problems_of(newer_than(applied_in(newest_release()))) == []


def test_of_the_migrations_between_the_first_two_releases_those_that_need_a_reason_are_found():
    """They came before there was such a rule, and show that it finds something."""
    between = newer_than(applied_in("0.1.0")) & applied_in("0.2.0")
    found = "\n".join(problems_of(between))
    assert "accounts.0008_learned: Add field learned" in found
    assert len(between) >= 5


def test_the_release_of_this_version_is_kept_with_its_migrations():
    assert (FOLDER / f"{VERSION}.sql.gz").exists()
    assert {"games.0022_plain_words", "accounts.0010_never_was_in"} <= applied_in(VERSION)
    unreleased = Path("CHANGELOG.md").read_text().partition("## Unreleased")[2].partition("\n## ")[0]
    assert unreleased.strip() or not newer_than(applied_in(VERSION)), "made before the last migrations of this version"


TEXT: "models.Field[Any, Any]" = models.CharField(max_length=20)


@pytest.mark.parametrize(
    ("operation", "problem"),
    [
        (RemoveField("thing", "word"), "reads that column"),
        (RenameField("thing", "word", "text"), "old name of the column"),
        (DeleteModel("thing"), "reads that table"),
        (RunPython(lambda *_: None), "what does the old code do"),
        (
            AddConstraint("thing", models.CheckConstraint(condition=models.Q(word="a"), name="a")),
            "break that constraint",
        ),
        (AddField("thing", "more", models.IntegerField(default=3)), "give it null=True, or a db_default"),
        (AddField("thing", "more", models.IntegerField(null=True, unique=True)), "break that constraint"),
        (AddField("thing", "more", models.IntegerField(null=True)), ""),
        (AddField("thing", "more", models.IntegerField(db_default=3)), ""),
        (AlterField("thing", "nothing", TEXT), "stores nothing there"),
        (AlterField("thing", "word", models.CharField(max_length=10)), "stores longer texts"),
        (AlterField("thing", "word", models.CharField(max_length=30)), ""),
        (AlterField("thing", "word", models.IntegerField()), "expects CharField"),
        (AlterField("thing", "word", models.CharField(max_length=20, unique=True)), "break that constraint"),
        (AlterField("thing", "word", models.CharField(max_length=20, null=True)), ""),
        (AddIndex("thing", models.Index(fields=["word"], name="i")), ""),
        (AddIndex("event", models.Index(fields=["word"], name="i")), "AddIndexConcurrently"),
        (CreateModel("other", [("id", models.BigAutoField(primary_key=True))]), ""),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_what_the_old_code_would_stumble_over_is_refused(operation, problem):
    found = problems(migration_of(operation), site())
    assert len(found) == bool(problem), found
    assert problem in "".join(found)


def test_a_reason_lets_it_pass_and_a_word_does_not():
    migration = migration_of(RemoveField("thing", "word"))
    setattr(migration, MARK, "because")
    assert problems(migration, site())
    setattr(migration, MARK, "No released version reads this column: it was never shown.")
    assert problems(migration, site()) == []


def test_a_table_of_its_own_may_get_whatever_it_likes():
    own = CreateModel("other", [("id", models.BigAutoField(primary_key=True))])
    migration = migration_of(own, AddField("other", "more", models.IntegerField(default=1)))
    assert problems(migration, site()) == []


def migration_of(*operations) -> Migration:
    class Changed(Migration):
        pass

    Changed.operations = list(operations)
    return Changed("0002_change", "things")


def site() -> ProjectState:
    state = ProjectState()
    fields = [("id", models.BigAutoField(primary_key=True)), ("word", TEXT), ("nothing", models.CharField(null=True))]
    for name in ("Thing", "Event"):
        state.add_model(ModelState("things", name, fields))
    return state


def problems_of(names: set[str]) -> list[str]:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    return [
        problem
        for (app, name), migration in sorted(loader.disk_migrations.items())
        if f"{app}.{name}" in names
        for problem in problems(migration, loader.project_state((app, name), at_end=False))
    ]


def newer_than(applied: set[str]) -> set[str]:
    disk = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    return {f"{app}.{name}" for app, name in disk if app in OURS} - applied


def newest_release() -> str:
    versions = [kept.name.removesuffix(".sql.gz") for kept in FOLDER.glob("*.sql.gz")]
    return max(versions, key=lambda version: [int(part) for part in version.split(".")])


def applied_in(version: str) -> set[str]:
    text = gzip.decompress((FOLDER / f"{version}.sql.gz").read_bytes()).decode()
    rows = re.findall(r"INSERT INTO \"?django_migrations\"? VALUES\(\d+,'(\w+)','(\w+)'", text)
    assert rows
    return {f"{app}.{name}" for app, name in rows}
