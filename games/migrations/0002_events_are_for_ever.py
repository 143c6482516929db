"""Triggers that refuse to change or delete a row of the log, whoever asks."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

CREATE = {
    "sqlite": [
        """
        CREATE TRIGGER games_event_no_update BEFORE UPDATE ON games_event
        BEGIN SELECT RAISE(ABORT, 'events are never changed and never deleted'); END
        """,
        """
        CREATE TRIGGER games_event_no_delete BEFORE DELETE ON games_event
        BEGIN SELECT RAISE(ABORT, 'events are never changed and never deleted'); END
        """,
        # INSERT OR REPLACE deletes the row in its way without the trigger above.
        """
        CREATE TRIGGER games_event_no_replace BEFORE INSERT ON games_event
        WHEN EXISTS (
            SELECT 1 FROM games_event WHERE id = NEW.id
            OR (game_id = NEW.game_id AND (seq = NEW.seq OR (seat = NEW.seat AND key = NEW.key)))
        )
        BEGIN SELECT RAISE(ABORT, 'events are never changed and never deleted'); END
        """,
    ],
    "postgresql": [
        """
        CREATE OR REPLACE FUNCTION games_event_refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'events are never changed and never deleted' USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        """
        CREATE TRIGGER games_event_no_change BEFORE UPDATE OR DELETE ON games_event
        FOR EACH ROW EXECUTE FUNCTION games_event_refuse()
        """,
    ],
}
DROP = {
    "sqlite": [f"DROP TRIGGER IF EXISTS games_event_no_{act}" for act in ("update", "delete", "replace")],
    "postgresql": ["DROP TRIGGER IF EXISTS games_event_no_change ON games_event"],
}


def create(apps: StateApps | None, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in CREATE[editor.connection.vendor]:
        editor.execute(statement)


def drop(apps: StateApps | None, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in DROP[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]
    operations = [migrations.RunPython(create, drop)]
