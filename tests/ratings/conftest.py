"""Two who play rated games, one more who does, and games that end as a test says."""

import secrets
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from games.clocks import clock
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Game
from games.table import door, log
from games.table.door import Act, Verdict
from tests.games.playing import move


@pytest.fixture(autouse=True)
def nothing_is_remembered():
    """Every test has a database of its own, in which game 1 is another game."""
    log.forget_all()
    cache.clear()


@pytest.fixture
def people(db):
    return [
        User.objects.create_user(name, f"{name}@example.org", "pass phrase of theirs")
        for name in ("ada", "ben", "cleo")
    ]


class Time:
    """From six in the morning on: the few hours of a test end on the same day, whose first visit asks more."""

    def __init__(self):
        self.now = timezone.now().replace(hour=6)

    def pass_by(self, **span):
        self.now += timedelta(**span)


@pytest.fixture
def time(monkeypatch):
    """What time it is: it goes on when a test says so."""
    time = Time()
    monkeypatch.setattr(timezone, "now", lambda: time.now)
    monkeypatch.setattr(clock, "now", lambda: time.now)
    return time


@pytest.fixture
def play(people, time):
    """Play a game between two of them, ended by resigning; an hour goes by with it."""

    def play(one=0, two=1, *, loser=None, is_rated=True, kind="mabula", ends=True, moves=4, **options) -> Game:
        agreement = Agreement(kind, options, is_rated=is_rated)
        offer = challenges.challenge(creator=people[one], agreement=agreement, seat=Seat.ONE)
        game = challenges.accept(challenge_id=offer.pk, user=people[two])
        for _ in range(moves):
            game.refresh_from_db()
            assert move(game).verdict is Verdict.ACCEPTED
        time.pass_by(hours=1)
        if ends:
            resign(game, loser or Seat.TWO)
        game.refresh_from_db()
        return game

    return play


def resign(game, seat):
    game.refresh_from_db()
    answer = door.submit(game_id=game.pk, seat=seat, act=Act.RESIGN, seen=game.head, key=secrets.token_hex(8))
    assert answer.verdict is Verdict.ACCEPTED
