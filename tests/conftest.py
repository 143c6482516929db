from collections.abc import Iterator
from importlib import import_module

import pytest
from django.db import connection
from hypothesis import settings

triggers = import_module("games.migrations.0002_events_are_for_ever")

settings.register_profile("here", deadline=None)  # a machine that is busy elsewhere is no failure
settings.load_profile("here")


@pytest.fixture(autouse=True)
def events_can_be_cleared_away(request: pytest.FixtureRequest) -> Iterator[None]:
    """After a test with real transactions Django empties every table; the log's triggers would refuse that."""
    marker = request.node.get_closest_marker("django_db")
    is_real = "transactional_db" in request.fixturenames or "live_server" in request.fixturenames
    if not (is_real or (marker and marker.kwargs.get("transaction"))):
        yield
        return
    request.getfixturevalue("transactional_db")
    with connection.schema_editor() as editor:
        triggers.drop(None, editor)
        triggers.create(None, editor)
    yield
    with connection.schema_editor() as editor:
        triggers.drop(None, editor)
