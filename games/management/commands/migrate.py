"""Django's command, by one process at a time: of several that start at once, one migrates, and the others wait."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.core.management.commands.migrate import Command as Migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

LOCK: Final = 0x6D617261  # any number that nothing else in the database locks


class Command(Migrate):
    def handle(self, *args: Any, **options: Any) -> None:
        with _turn(connections[options["database"]]):
            super().handle(*args, **options)


@contextmanager
def _turn(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Wait for whoever migrates this database now."""
    if connection.vendor == "postgresql":
        waiting = (
            connection.copy()
        )  # a connection of its own, whose transaction holds the lock: a pooler may be between
        try:
            waiting.set_autocommit(False)
            with waiting.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
            yield
        finally:
            waiting.close()
        return
    name = str(connection.settings_dict["NAME"])
    if ":memory:" in name or "mode=memory" in name:
        yield
        return
    with open(f"{name}-migrating", "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
