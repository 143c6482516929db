"""Who is to move is told in time that their time runs low."""

from datetime import timedelta

import pytest

from games.clocks import clock as clocks
from games.clocks import reminders
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Game, Notification
from tests.games.playing import move

pytestmark = pytest.mark.django_db


@pytest.fixture
def turn(ada, ben):
    """A game in which ada is to move, with that clock and that much of the turn gone."""

    def turn(clock: str, gone: timedelta) -> Game:
        offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}, clock), seat=Seat.ONE)
        game = challenges.accept(challenge_id=offer.pk, user=ben)
        assert game.deadline
        Game.objects.filter(pk=game.pk).update(turn_since=game.turn_since - gone, deadline=game.deadline - gone)
        return game

    return turn


def told(game: Game) -> list[str]:
    rows = Notification.objects.filter(occasion="time-short", game=game).order_by("pk")
    return [row.key.rpartition(":")[2] for row in rows]


@pytest.mark.parametrize(
    ("clock", "hours", "marks"),
    [
        ("3d", 47, []),
        ("3d", 49, ["24h"]),
        ("3d", 58, ["80%"]),  # a worker that slept does not tell the earlier one as well
        ("1d", 18, []),
        ("1d", 20, ["80%"]),
        ("14d", 270, ["80%"]),
        ("14d", 313, ["24h"]),
        ("3d", 73, []),  # the time is up: that is another matter
    ],
)
def test_each_mark_is_told_when_it_is_passed(turn, clock, hours, marks):
    game = turn(clock, timedelta(hours=hours))
    reminders.sweep()
    assert told(game) == marks


def test_no_mark_is_told_twice_and_the_next_one_is_told_too(turn):
    game = turn("3d", timedelta(hours=49))
    for _ in range(3):
        reminders.sweep()
    Game.objects.filter(pk=game.pk).update(deadline=clocks.now() + timedelta(hours=12))
    reminders.sweep()
    assert told(game) == ["24h", "80%"]


def test_the_next_turn_of_the_same_player_has_marks_of_its_own(timed, time):
    game = timed("3d")
    first = game.to_move
    marks: list[list[str]] = []
    while len(marks) < 2:
        if game.to_move == first:
            time.passes(hours=49)
            reminders.sweep()
            marks.append(told(game))
        move(game)
        game.refresh_from_db()
    assert marks == [["24h"], ["24h", "24h"]]
    people = set(Notification.objects.filter(occasion="time-short").values_list("user", flat=True))
    assert people == {game.seats.get(number=first).user_id}


def test_games_without_a_clock_have_no_marks(turn, ada, ben):
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}, "none"), seat=Seat.ONE)
    game = challenges.accept(challenge_id=offer.pk, user=ben)
    reminders.sweep()
    assert told(game) == []
