"""Triggers that refuse to empty the log or the audit at once: of a TRUNCATE those for each row hear nothing.

SQLite has no TRUNCATE.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TABLES = ("games_event", "games_moderationact")  # each with a function that refuses: migrations 0002 and 0007


def create(apps: StateApps | None, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        for table in TABLES:
            editor.execute(
                f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
                f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse()"
            )


def drop(apps: StateApps | None, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        for table in TABLES:
            editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_truncate ON {table}")


class Migration(migrations.Migration):
    dependencies = [("games", "0011_time_taken_back")]
    operations = [migrations.RunPython(create, drop)]
