"""The fixed cast of every test: two who play, one who watches."""

import secrets
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.clocks import clock as clocks
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.table import door, log
from games.table.door import Act
from tests import pseudo
from tests.games.playing import move


@pytest.fixture(autouse=True)
def nothing_is_remembered():
    """Every test has a database of its own, in which game 1 is another game."""
    log.forget_all()


@pytest.fixture
def ada(db):
    return User.objects.create_user("ada", "ada@example.org", "correct horse battery")


@pytest.fixture
def ben(db):
    return User.objects.create_user("ben", "ben@example.org", "correct horse battery")


@pytest.fixture
def cleo(db):
    """Watches."""
    return User.objects.create_user("cleo", "cleo@example.org", "correct horse battery")


@pytest.fixture
def start(ada, ben):
    """Start a game: ada in seat one, ben in seat two."""

    def start(kind="marabunta", audience="public", **options):
        offer = challenges.challenge(creator=ada, agreement=Agreement(kind, options), audience=audience, seat=Seat.ONE)
        return challenges.accept(challenge_id=offer.pk, user=ben)

    return start


class Time:
    """What time it is, for the database and for the pages: it goes on when a test says so."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def set(self, moment: datetime) -> None:
        self.now = moment

    def passes(self, **time: float) -> datetime:
        self.now += timedelta(**time)
        return self.now


@pytest.fixture
def time(monkeypatch):
    time = Time()
    monkeypatch.setattr(clocks, "now", lambda: time.now)
    monkeypatch.setattr(timezone, "now", lambda: time.now)
    return time


@pytest.fixture
def timed(ada, ben, time):
    """Start a game on a clock, in which so many moves have been made: ada in seat one, ben in seat two."""

    def timed(clock="3d", *, kind="mabula", moves=0, **terms):
        agreement = Agreement(kind, {}, clock, **terms)
        offer = challenges.challenge(creator=ada, agreement=agreement, seat=Seat.ONE)
        game = challenges.accept(challenge_id=offer.pk, user=ben)
        for _ in range(moves):
            move(game)
        game.refresh_from_db()
        return game

    return timed


@pytest.fixture
def act():
    """Do something as the seat to move, or as another, having seen all; the answer of the door."""

    def act(game, text="", *, kind=Act.MOVE, seat=None, seen=None, key=None):
        game.refresh_from_db()
        return door.submit(
            game_id=game.pk,
            seat=Seat(seat or game.to_move),
            act=kind,
            text=text,
            seen=game.head if seen is None else seen,
            key=key or secrets.token_hex(8),
        )

    return act


@pytest.fixture
def speaking(tmp_path, settings):
    """The site has a language that nobody speaks."""
    # What is counted in the cache outlives a test: mails to one address would be refused after those of another test.
    settings.CACHES = {"default": {**settings.CACHES["default"], "KEY_PREFIX": secrets.token_hex(8)}}
    with pseudo.spoken(tmp_path):
        yield
