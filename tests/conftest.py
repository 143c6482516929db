import os
import random
import secrets
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest
from asgiref.sync import SyncToAsync
from django.db import connection, connections
from hypothesis import core, settings

from games.site import notices, switches
from games.table import log
from tests.luck import SEED, Secrets

TRIGGERS = [
    import_module(f"games.migrations.{name}")
    for name in ("0002_events_are_for_ever", "0007_acts_are_for_ever", "0012_nor_emptied_at_once")
]
TRIGGERS_ARE_GONE = pytest.StashKey[bool]()

# A machine that is busy elsewhere is no failure; the same games are played every time, or others with another SEED.
settings.register_profile("here", deadline=None, derandomize=not SEED, database=None, print_blob=True)
settings.load_profile("here")
core.global_force_seed = SEED or None  # type: ignore[assignment]


def pytest_report_header() -> str:
    return f"seed: {SEED} (SEED=… plays other games)"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL and Redis only the tests run again that could end differently there: see CONTRIBUTING.md."""
    if not os.environ.get("TEST_SERVICES"):
        return
    again = [item for item in items if _depends_on_services(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(again)])
    items[:] = again


def _depends_on_services(item: pytest.Item) -> bool:
    if item.get_closest_marker("one_database"):
        return False
    has_database = item.get_closest_marker("django_db") or "db" in getattr(item, "fixturenames", ())
    return bool(has_database) or not {"proof", "stack"}.isdisjoint(item.path.parts)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """What asynchronous code asks of the database is asked in a thread that outlives every test, with a connection
    that may be open still; PostgreSQL drops no database that somebody is connected to."""
    yield
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture(autouse=True)
def nothing_is_posted_or_switched_off() -> None:
    """Pages ask for that now and then, whichever test it is: here they do not, unless a test forgets this."""
    notices.posted.keep([], seconds=3600)
    switches.off.keep(frozenset(), seconds=3600)


@pytest.fixture(autouse=True)
def the_transaction_around_a_test_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions are cached when they are committed. A test never commits the transaction around it: leave that out."""

    def is_in_transaction() -> bool:
        return any(not getattr(block, "_from_testcase", False) for block in connection.atomic_blocks)

    monkeypatch.setattr(log, "is_in_transaction", is_in_transaction)


@pytest.fixture(autouse=True)
def chance_is_the_same_every_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds and nonces of games, who has which seat, and what bots choose by: from the name of the test and SEED."""
    luck = Secrets(random.Random(f"{SEED} {request.node.nodeid}"))
    for name, module in list(sys.modules.items()):
        if name.startswith("games.") and getattr(module, "secrets", None) is secrets:
            monkeypatch.setattr(module, "secrets", luck)


@pytest.fixture(autouse=True)
def events_can_be_cleared_away(request: pytest.FixtureRequest) -> Iterator[None]:
    """After a test with real transactions Django empties every table; triggers would refuse that of log and audit.

    So such a test leaves a database without them. A worker that takes over tests of another may have one without real
    transactions after it: there they are made anew, and vanish with its transaction.
    """
    marker = request.node.get_closest_marker("django_db")
    is_real = "transactional_db" in request.fixturenames or "live_server" in request.fixturenames
    if not (is_real or (marker and marker.kwargs.get("transaction"))):
        if request.config.stash.get(TRIGGERS_ARE_GONE, False) and (marker or "db" in request.fixturenames):
            request.getfixturevalue("db")
            for triggers in TRIGGERS:
                triggers.create(None, connection.schema_editor())
        yield
        return
    request.getfixturevalue("transactional_db")
    with connection.schema_editor() as editor:
        for triggers in TRIGGERS:
            triggers.drop(None, editor)
            triggers.create(None, editor)
    yield
    with connection.schema_editor() as editor:
        for triggers in TRIGGERS:
            triggers.drop(None, editor)
    request.config.stash[TRIGGERS_ARE_GONE] = True
