"""What a migration must not do while processes of the version before still run: expand first, contract a release later.

For a while the old code works on the new database (docs/operations.md). So whatever it reads must stay, and whatever it
does not know must not be demanded of it. A migration that breaks a rule for a good reason says it on its class:

    while_old_code_runs = "No released version reads this column: it was never shown."
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import migrations
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState
from django.db.models import Field
from django.db.models.fields import NOT_PROVIDED

MARK = "while_old_code_runs"
SHORTEST_REASON = 30

# Tables that are large on a site that has run for years: making an index keeps everybody from writing to them.
LARGE = {"game", "seat", "event", "notification", "delivery", "chatmessage", "user"}

_GONE: dict[type, str] = {
    migrations.DeleteModel: "the old code reads that table",
    migrations.RenameModel: "the old code knows the old name of the table",
    migrations.RemoveField: "the old code reads that column",
    migrations.RenameField: "the old code knows the old name of the column",
    migrations.AlterModelTable: "the old code knows the old name of the table",
    migrations.AddConstraint: "the old code may break that constraint",
    migrations.AlterUniqueTogether: "the old code may break that constraint",
    migrations.RunPython: "what does the old code do with rows before and after it?",
    migrations.RunSQL: "what does the old code do with rows before and after it?",
}


def problems(migration: Migration, before: ProjectState) -> list[str]:
    """Each rule that it breaks, in words; none if it says why it may."""
    if len(str(getattr(migration, MARK, ""))) >= SHORTEST_REASON:
        return []
    state = before.clone()
    found = []
    made: set[str] = set()  # tables of its own: the old code knows nothing of them
    for operation in migration.operations:
        about = str(getattr(operation, "model_name", getattr(operation, "name", ""))).lower()
        if isinstance(operation, migrations.CreateModel):
            made.add(operation.name.lower())
        elif about not in made:
            found += [
                f"{migration.app_label}.{migration.name}: {operation.describe()}: {problem}"
                for problem in _problems_of(operation, migration.app_label, state)
            ]
        operation.state_forwards(migration.app_label, state)
    return found


def _problems_of(operation: Any, app: str, before: ProjectState) -> Iterator[str]:
    yield from (problem for kind, problem in _GONE.items() if isinstance(operation, kind))
    match operation:
        case migrations.AddField(field=field):
            yield from _problems_of_new(field)
        case migrations.AlterField(model_name=model, name=name, field=field):
            yield from _problems_of_changed(_field_in(before, app, model, name), field)
        case migrations.AddIndex(model_name=model) if model.lower() in LARGE:
            yield "nobody can write to that large table while the index is made: use AddIndexConcurrently"
        case migrations.SeparateDatabaseAndState(database_operations=inner):
            for each in inner:
                yield from _problems_of(each, app, before)


def _problems_of_new(field: Field[Any, Any]) -> Iterator[str]:
    if field.many_to_many:
        return
    if not field.null and field.db_default is NOT_PROVIDED:
        yield "the old code adds rows without it: give it null=True, or a db_default"
    if field.unique:
        yield "the old code may break that constraint"


def _problems_of_changed(old: Field[Any, Any], new: Field[Any, Any]) -> Iterator[str]:
    if old.null and not new.null:
        yield "the old code still stores nothing there"
    if new.unique and not old.unique:
        yield "the old code may break that constraint"
    if old.get_internal_type() != new.get_internal_type():
        yield f"the old code expects {old.get_internal_type()}"
    elif (old.max_length or 0) > (new.max_length or 0) > 0:
        yield "the old code stores longer texts there"
    if old.db_default is not NOT_PROVIDED and new.db_default is NOT_PROVIDED and not new.null:
        yield "the old code adds rows without it, and relies on the default of the database"
    if (old.db_column or "") != (new.db_column or ""):
        yield "the old code knows the old name of the column"


def _field_in(state: ProjectState, app: str, model: str, name: str) -> Field[Any, Any]:
    field: Field[Any, Any] = state.models[app, model.lower()].fields[name]
    return field
