"""What a database holds: which migrations were applied, and how many rows each table has."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any, Final

from games.keeping.faults import CannotKeep

_TABLES: Final = {
    True: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
    False: "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
}


@dataclass(frozen=True, slots=True)
class Held:
    migrations: list[str]
    counts: dict[str, int]


def held(database: Any) -> Held:
    """Of a connection of sqlite3 or psycopg, in one transaction if it is in one."""
    tables = sorted(row[0] for row in database.execute(_TABLES[isinstance(database, sqlite3.Connection)]).fetchall())
    if "django_migrations" not in tables:
        raise CannotKeep("There is no site in the database yet. Run: manage.py migrate")
    applied = database.execute("SELECT app, name FROM django_migrations ORDER BY id").fetchall()
    counts = {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in tables}  # nosec B608 # noqa: S608 - of the catalogue
    return Held([f"{app}.{name}" for app, name in applied], counts)
