"""Of several processes that start at once, one migrates, and the others wait."""

from threading import Event, Thread

import pytest
from django.db import connection, connections

from games.management.commands import migrate


@pytest.mark.django_db(transaction=True)
def test_who_wants_to_migrate_waits_until_nobody_else_does():
    """A database in memory, as most tests on SQLite have it, belongs to one process: nobody waits for it."""
    is_shared = connection.vendor == "postgresql"
    has_begun = Event()

    def begin() -> None:
        with migrate._turn(connections["default"]):
            has_begun.set()
        connections.close_all()

    with migrate._turn(connection):
        other = Thread(target=begin)
        other.start()
        assert has_begun.wait(0.5) is not is_shared
    assert has_begun.wait(10)
    other.join()
