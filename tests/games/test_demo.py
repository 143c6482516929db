"""The games between two bots: what they like, and which of them is live."""

from datetime import UTC, datetime, timedelta

import pytest

from games import kinds
from games.contract import Seat
from games.site import demo

pytestmark = pytest.mark.one_database

KINDS = [kind.key for kind in kinds.all()]
NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
GAME = demo.PACE * demo.PICTURES
START = datetime.fromtimestamp(NOON.timestamp() // GAME.total_seconds() * GAME.total_seconds(), UTC)


def pictures(key, start=START, count=demo.PICTURES):
    return [demo.now(key, start + number * demo.PACE) for number in range(count)]


@pytest.mark.parametrize("key", KINDS)
def test_a_bot_takes_the_points_where_there_are_any(key):
    kind = kinds.get(key)
    game = demo.play(key, 7)
    decisions = 0
    for step in game.steps:
        before = game.state(step.at - 1)
        legal = [move for move in kind.rules.legal(before) if move not in ("end", "decline")]
        if not isinstance(step.actor, Seat) or not legal or legal[0].startswith(("split", "take")):
            continue

        def lead(state, sign=1 if step.actor is Seat.ONE else -1):
            one, two = kind.tally(state).points
            return sign * (one - two)

        assert lead(step.state) == max(lead(kind.rules.apply(before, move)) for move in legal)
        decisions += 1
    assert decisions > 10


@pytest.mark.parametrize("key", KINDS)
def test_the_scenes_are_the_steps_at_which_the_board_changes_and_the_last(key):
    game = demo.play(key, 7)
    boards = [game.kind.draw(game.state(at)).partition("\n\n")[0] for at in range(game.last + 1)]
    changes = [at for at in range(1, game.last + 1) if boards[at] != boards[at - 1] or at == game.last]
    assert list(game.scenes) == changes


@pytest.mark.parametrize("key", KINDS)
def test_everybody_sees_the_same_live_game_at_the_same_time(key):
    demo._kept.clear()
    first = demo.now(key, NOON)
    demo._kept.clear()
    assert demo.now(key, NOON) == first
    assert demo.now(key, NOON + timedelta(microseconds=1)) == first


@pytest.mark.parametrize("key", KINDS)
def test_the_live_game_goes_forward_to_its_end_and_then_comes_the_next(key):
    seen = pictures(key)
    assert len({number for number, _ in seen}) == 1
    steps = [at for _, at in seen]
    assert steps == sorted(steps)
    game = demo.play(key, seen[0][0])
    assert set(steps[-demo.ENDING :]) == {game.last}, "long enough to read who won"
    assert demo.now(key, START + GAME)[0] == seen[0][0] + 1


def test_most_pictures_of_the_live_game_are_new():
    steps = [at for _, at in pictures("marabunta")]
    assert len(set(steps)) > len(steps) / 2


def test_the_numbers_of_the_live_games_never_run_out():
    for year in (1971, 2026, 2999):
        number, _ = demo.now("mabula", datetime(year, 1, 1, tzinfo=UTC))
        assert number in demo.NUMBERS


def test_points_are_those_of_the_count_when_the_game_is_over():
    for key in KINDS:
        game = demo.play(key, 7)
        assert game.points(game.last) == game.outcome.points
