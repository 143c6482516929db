"""Triggers that refuse to change or delete a row of the audit, whoever asks."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

REFUSAL = "acts of moderation are never changed and never deleted"
CREATE = {
    "sqlite": [
        f"""
        CREATE TRIGGER games_moderationact_no_update BEFORE UPDATE ON games_moderationact
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
        """,
        f"""
        CREATE TRIGGER games_moderationact_no_delete BEFORE DELETE ON games_moderationact
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
        """,
        # INSERT OR REPLACE deletes the row in its way without the trigger above.
        """
        CREATE TRIGGER games_moderationact_no_replace BEFORE INSERT ON games_moderationact
        WHEN EXISTS (SELECT 1 FROM games_moderationact WHERE id = NEW.id OR number = NEW.number)
        BEGIN SELECT RAISE(ABORT, 'acts of moderation are never changed and never deleted'); END
        """,
    ],
    "postgresql": [
        f"""
        CREATE OR REPLACE FUNCTION games_moderationact_refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """,
        """
        CREATE TRIGGER games_moderationact_no_change BEFORE UPDATE OR DELETE ON games_moderationact
        FOR EACH ROW EXECUTE FUNCTION games_moderationact_refuse()
        """,
    ],
}
DROP = {
    "sqlite": [f"DROP TRIGGER IF EXISTS games_moderationact_no_{act}" for act in ("update", "delete", "replace")],
    "postgresql": ["DROP TRIGGER IF EXISTS games_moderationact_no_change ON games_moderationact"],
}


def create(apps: StateApps | None, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in CREATE[editor.connection.vendor]:
        editor.execute(statement)


def drop(apps: StateApps | None, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in DROP[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0006_moderation")]
    operations = [migrations.RunPython(create, drop)]
