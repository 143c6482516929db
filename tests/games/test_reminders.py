"""Who is to move is told in time that their time runs low."""

from datetime import timedelta

import pytest

from games.clocks import marks, reminders, vacations
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
from games.models import Game, Notification
from games.table import door, verification
from games.table.door import Act
from tests.games.playing import move

pytestmark = pytest.mark.django_db


@pytest.fixture
def turn(ada, ben):
    """A game in which ada is to move, with that clock and that much of the turn gone."""

    def turn(clock: str, gone: timedelta) -> Game:
        offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}, clock), seat=Seat.ONE)
        game = challenges.accept(challenge_id=offer.pk, user=ben)
        assert game.deadline
        assert game.remind_at
        earlier = {name: getattr(game, name) - gone for name in ("turn_since", "deadline", "remind_at")}
        Game.objects.filter(pk=game.pk).update(**earlier)
        return game

    return turn


def told(game: Game) -> list[str]:
    rows = Notification.objects.filter(occasion="time-short", game=game).order_by("pk")
    return [row.key.rpartition(":")[2] for row in rows]


@pytest.mark.parametrize(
    ("clock", "hours", "passed"),
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
def test_each_mark_is_told_when_it_is_passed(turn, clock, hours, passed):
    game = turn(clock, timedelta(hours=hours))
    reminders.sweep()
    assert told(game) == passed


def test_no_mark_is_told_twice_and_the_next_one_is_told_too(timed, time):
    game = timed("3d")
    for hours in (49, 9):
        time.passes(hours=hours)
        for _ in range(3):
            reminders.sweep()
    assert told(game) == ["24h", "80%"]
    game.refresh_from_db()
    assert game.remind_at is None


def test_a_game_that_has_nothing_to_be_reminded_of_is_not_looked_at(timed, time, django_assert_num_queries):
    for _ in range(3):
        timed("3d")
    time.passes(hours=47)
    with django_assert_num_queries(1):
        reminders.sweep()
    time.passes(hours=2)
    reminders.sweep()
    with django_assert_num_queries(1):
        reminders.sweep()


def test_a_gift_of_time_moves_the_reminder(timed, time, act):
    game = timed("3d", moves=2)
    act(game, "24", kind=Act.GIVE_TIME, seat=3 - game.to_move)
    time.passes(hours=49)
    reminders.sweep()
    assert told(game) == []
    game.refresh_from_db()
    assert game.remind_at == game.deadline - timedelta(hours=24)
    time.set(game.remind_at)
    reminders.sweep()
    assert told(game) == ["24h"]


def test_a_vacation_moves_the_reminder(timed, time):
    game = timed("3d")
    player = game.seats.get(number=game.to_move).user
    today = time.now.date()
    before = game.remind_at
    vacations.take(user=player, first=today, last=today + timedelta(days=4))
    game.refresh_from_db()
    assert game.remind_at == marks.first(game.turn_since, game.deadline)
    assert game.remind_at > before
    assert verification.one_game(game.pk).faults == ()


def test_a_clock_that_stands_reminds_nobody(timed, time):
    game = timed("3d", moves=2)
    for act, reminds in ((Act.PAUSE, False), (Act.RESUME, True)):
        game.refresh_from_db()
        door.submit(game_id=game.pk, seat=None, act=act, seen=game.head, key=act)
        game.refresh_from_db()
        assert (game.remind_at is not None) is reminds


def test_a_reminder_that_was_told_is_no_fault_and_one_that_would_be_missed_is(timed, time):
    game = timed("3d")
    time.passes(hours=49)
    assert verification.one_game(game.pk).faults == ()  # it is due
    reminders.sweep()
    assert verification.one_game(game.pk).faults == ()
    Game.objects.filter(pk=game.pk).update(remind_at=None)
    assert [fault.what.split()[0] for fault in verification.one_game(game.pk).faults] == ["remind_at"]
    time.passes(hours=9)
    reminders.sweep()
    assert verification.one_game(game.pk).faults == ()


def test_the_next_turn_of_the_same_player_has_marks_of_its_own(timed, time):
    game = timed("3d")
    first = game.to_move
    found: list[list[str]] = []
    while len(found) < 2:
        if game.to_move == first:
            time.passes(hours=49)
            reminders.sweep()
            found.append(told(game))
        move(game)
        game.refresh_from_db()
    assert found == [["24h"], ["24h", "24h"]]
    people = set(Notification.objects.filter(occasion="time-short").values_list("user", flat=True))
    assert people == {game.seats.get(number=first).user_id}


def test_games_without_a_clock_have_no_marks(turn, ada, ben):
    offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}, "none"), seat=Seat.ONE)
    game = challenges.accept(challenge_id=offer.pk, user=ben)
    reminders.sweep()
    assert told(game) == []
