"""The cast of moderation: who moderates, who administers, and two who play against each other."""

import pytest
from django.core.cache import cache
from django.db import connection

from accounts.models import User
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.moderation import flags, set_texts
from games.table import log
from tests.moderation.people import moderating, person

ON_POSTGRESQL = ["test_circles.py", "test_races.py"]  # SQLite has one writer at a time
collect_ignore = [] if connection.vendor == "postgresql" else ON_POSTGRESQL


@pytest.fixture(autouse=True)
def nothing_is_remembered():
    """Every test has a database of its own, in which game 1 is another game."""
    log.forget_all()
    flags.known.forget()
    set_texts.known.forget()
    cache.clear()


@pytest.fixture
def moderator(db) -> User:
    return moderating("mo")


@pytest.fixture
def administrator(db) -> User:
    return person("root", is_staff=True, is_superuser=True)


@pytest.fixture
def player(db) -> User:
    return person("ada")


@pytest.fixture
def opponent(db) -> User:
    return person("ben")


@pytest.fixture
def bystander(db) -> User:
    """Plays in nothing that a test is about."""
    return person("cleo")


@pytest.fixture
def start(player, opponent):
    """Start a game: the player in seat one, the opponent in seat two."""

    def start(kind="mabula", audience="public", **terms):
        offer = challenges.challenge(
            creator=player, agreement=Agreement(kind, {}, **terms), audience=audience, seat=Seat.ONE
        )
        return challenges.accept(challenge_id=offer.pk, user=opponent)

    return start


@pytest.fixture
def game(start):
    """A public game between the two."""
    return start()
