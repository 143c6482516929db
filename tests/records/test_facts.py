"""What the log of a finished game says of its seats."""

import secrets
from datetime import UTC, datetime, timedelta

import pytest

from games import record
from games.careers import due, facts, recorder
from games.clocks.clock import Stops
from games.contract import Seat
from games.mabula import KIND, rules
from games.models import CareerDue, Game, SeatFacts
from games.site import demo
from games.table import door, exchange
from games.table.door import Act, Verdict

pytestmark = pytest.mark.django_db
START = datetime(2026, 3, 2, 12, tzinfo=UTC)
NEVER = {seat: Stops() for seat in Seat}


def at(**span):
    return START + timedelta(**span)


def moderate(game, act):
    game.refresh_from_db()
    answer = door.submit(game_id=game.pk, seat=None, act=act, seen=game.head, key=secrets.token_hex(8))
    assert answer.verdict is Verdict.ACCEPTED, answer
    game.refresh_from_db()


def test_a_turn_takes_from_the_others_last_move_to_ones_own_last_one():
    turns = facts.turns_of(
        [
            ("move", None, at()),  # chance
            ("move", 1, at(hours=1)),
            ("move", 1, at(hours=2)),  # the same turn
            ("move", None, at(hours=2)),
            ("move", 2, at(hours=5)),
            ("offer-draw", 1, at(hours=6)),
            ("move", 1, at(hours=9)),
        ],
        START,
        NEVER,
    )
    assert (turns[Seat.ONE].count, turns[Seat.ONE].spent) == (2, timedelta(hours=6))
    assert (turns[Seat.TWO].count, turns[Seat.TWO].spent) == (1, timedelta(hours=3))


def test_time_stands_still_on_vacation_and_while_a_moderator_stops_the_clock():
    away = {Seat.ONE: Stops(((at(hours=1), at(hours=4)),)), Seat.TWO: Stops()}
    events = [
        ("move", 1, at(hours=5)),
        ("pause", None, at(hours=6)),
        ("resume", None, at(hours=9)),
        ("move", 2, at(hours=10)),
    ]
    turns = facts.turns_of(events, START, away)
    assert turns[Seat.ONE].spent == timedelta(hours=2)
    assert turns[Seat.TWO].spent == timedelta(hours=2)


def test_waiting_for_the_other_board_of_a_match_is_nobodys_time():
    events = [
        ("move", 1, at(hours=1)),
        ("release", None, at(hours=8)),  # when the other board was ready
        ("move", 2, at(hours=9)),
        ("release", None, at(hours=9)),
        ("move", 1, at(hours=10)),
        ("release", None, at(hours=11)),  # alone, in the midst of the turn
        ("move", 1, at(hours=12)),
    ]
    turns = facts.turns_of(events, START, NEVER)
    assert (turns[Seat.ONE].count, turns[Seat.ONE].spent) == (2, timedelta(hours=4))
    assert (turns[Seat.TWO].count, turns[Seat.TWO].spent) == (1, timedelta(hours=1))


@pytest.mark.parametrize("act", ["substitute", "leave", "bot-in"])
def test_what_a_bot_plays_on_for_somebody_is_not_theirs(act):
    events = [("move", 1, at(hours=1)), (act, 1, at(hours=2)), ("move", 2, at(hours=3)), ("move", 1, at(hours=3))]
    turns = facts.turns_of(events, START, NEVER)
    assert (turns[Seat.ONE].count, turns[Seat.TWO].count) == (1, 0)


def test_a_game_that_ends_is_noted_and_looked_at_once(play):
    game = play(is_rated=False)
    assert CareerDue.objects.get().game == game
    assert recorder.work_off() is None
    assert not CareerDue.objects.exists()
    one, two = SeatFacts.objects.order_by("seat__number")
    assert {one.went_first, two.went_first} == {True, False}
    assert (one.turns, two.turns) == (2, 2)
    recorder.work_off()
    assert SeatFacts.objects.count() == 2


def test_a_game_that_goes_on_after_all_has_no_facts(play):
    game = play()
    recorder.work_off()
    assert SeatFacts.objects.count() == 2
    moderate(game, Act.ANNUL)
    recorder.work_off()
    assert SeatFacts.objects.count() == 2
    Game.objects.filter(pk=game.pk).update(status="running", ended_at=None, to_move=1)
    CareerDue.objects.create(game=game)
    recorder.work_off()
    assert not SeatFacts.objects.exists()


def test_a_game_from_a_file_is_looked_at_too_but_nobody_knows_how_long_its_turns_took(people):
    shown = demo.play("mabula", 7)
    moves = [step.move for step in shown.steps]
    game = exchange.import_record(record.make("mabula", shown.options, moves), players=(people[0], people[1]))
    assert CareerDue.objects.get().game == game
    recorder.work_off()
    assert {row.turns for row in SeatFacts.objects.all()} == {0}
    assert {row.went_first for row in SeatFacts.objects.all()} == {True, False}


def test_far_behind_is_a_fifth_less_after_three_quarters_of_the_moves(people):
    """Every game of the bots is looked at from both seats, against a count of its own."""
    seen = set()
    for number in range(6):
        shown = demo.play("mabula", number)
        moves = [step.move for step in shown.steps]
        game = exchange.import_record(record.make("mabula", shown.options, moves), players=(people[0], people[1]))
        points = shown.points(len(moves) * 3 // 4)
        for one in facts.of(game, game.seats.all()):
            mine, other = points[one.seat.number - 1], points[2 - one.seat.number]
            assert one.was_behind == (mine <= 0.8 * other)
            seen.add(one.was_behind)
    assert seen == {True, False}


def test_a_running_game_is_not_noted(play):
    play(ends=False)
    assert not CareerDue.objects.exists()


def test_a_person_without_finished_games_is_not_noted(people):
    due.note_person(people[0])
    assert not CareerDue.objects.exists()


def test_four_groups_of_three_count_where_groups_are_multiplied():
    row = ".WWWBBB."
    marbles = _marbles([row, "........", row, "........", row, "........", row])
    state = rules.State(marbles, rules.initial({}).actor, "product", "draw")
    assert rules.tally(state).points == (81, 81)
    assert KIND.feats["four-threes"](state, Seat.ONE)
    assert KIND.feats["four-threes"](state, Seat.TWO)
    assert not KIND.feats["four-threes"](state._replace(scoring="largest"), Seat.ONE)
    other = _marbles([".WWBBBB.", "........", row, "........", row])
    assert not KIND.feats["four-threes"](state._replace(marbles=other), Seat.ONE)


def _marbles(lines):
    colours = {"W": rules.WHITE, "B": rules.BLACK}
    return sum(
        1 << 8 * number + place + colours[letter]
        for number, line in enumerate(lines)
        for place, letter in enumerate(line)
        if letter in colours
    )
