"""What is new to a player since they looked last."""

from datetime import UTC, datetime, timedelta

import pytest

from games.table import visits
from games.table.door import Act
from tests.games.playing import legal

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(start):
    return start("mabula")


@pytest.fixture
def mine(game):
    """The seat of ada, who plays white and begins."""
    return game.seats.get(number=1)


def stored(row):
    row.refresh_from_db()
    return row.since, row.seen, row.seen_at


def test_on_a_first_visit_everything_is_new(mine):
    assert visits.record_look(mine, 5, NOON) == 0
    assert stored(mine) == (0, 5, NOON)


def test_who_looks_again_soon_is_still_on_the_same_visit(mine):
    visits.record_look(mine, 5, NOON)
    assert visits.record_look(mine, 7, NOON + 29 * MINUTE) == 0
    assert visits.record_look(mine, 8, NOON + 58 * MINUTE) == 0
    assert stored(mine) == (0, 8, NOON + 58 * MINUTE)


def test_who_comes_back_later_is_told_what_came_after_the_last_look(mine):
    visits.record_look(mine, 5, NOON)
    visits.record_look(mine, 7, NOON + 10 * MINUTE)
    assert visits.record_look(mine, 12, NOON + 40 * MINUTE) == 7
    assert visits.record_look(mine, 12, NOON + 45 * MINUTE) == 7


def test_what_one_did_oneself_and_what_one_sees_happen_is_no_news(mine):
    visits.record_look(mine, 5, NOON)
    visits.record_act(mine, 6, NOON + MINUTE)
    assert visits.record_look(mine, 9, NOON + 2 * MINUTE) == 9
    assert stored(mine) == (9, 9, NOON + 2 * MINUTE)
    assert visits.record_look(mine, 12, NOON + 40 * MINUTE) == 9  # away in between


def test_a_page_that_comes_late_takes_nothing_back(mine):
    visits.record_act(mine, 6, NOON)
    visits.record_look(mine, 5, NOON + 2 * MINUTE)
    visits.record_act(mine, 4, NOON + 3 * MINUTE)
    assert stored(mine)[:2] == (6, 6)


def test_only_a_change_is_written(mine, django_assert_num_queries):
    visits.record_look(mine, 5, NOON)
    with django_assert_num_queries(0):
        visits.record_look(mine, 5, NOON + timedelta(seconds=59))
    with django_assert_num_queries(1):
        visits.record_look(mine, 5, NOON + MINUTE)
    with django_assert_num_queries(2):  # and that they need not be told of it any more
        visits.record_look(mine, 6, NOON + MINUTE)
    with django_assert_num_queries(1):
        visits.record_act(mine, 6, NOON + MINUTE)


def test_the_look_of_one_player_says_nothing_of_the_other(game, mine):
    visits.record_look(mine, 5, NOON)
    assert stored(game.seats.get(number=2)) == (0, 0, None)


def test_a_game_is_new_when_the_other_has_moved_and_until_one_looks(game, mine, act):
    act(game, legal(game)[0])
    game.refresh_from_db()
    theirs = game.seats.get(number=2)
    assert (visits.is_new(mine, game), visits.is_new(theirs, game)) == (False, True)
    act(game, legal(game)[0])
    game.refresh_from_db()
    assert visits.is_new(mine, game)
    visits.record_look(mine, game.head, NOON)
    assert not visits.is_new(mine, game)


def test_dice_alone_are_no_news(start):
    game = start("marabunta")
    assert [visits.is_new(row, game) for row in game.seats.all()] == [False, False]


def test_a_move_that_was_taken_back_is_no_news(start, act):
    game = start("marabunta")
    for move in ("split P/OYGBVT", "take 2"):
        act(game, move)
    game.refresh_from_db()
    waiting = game.seats.exclude(number=game.to_move).get()
    visits.record_look(waiting, game.head, NOON)
    act(game, next(move for move in legal(game) if move != "end"))
    game.refresh_from_db()
    assert visits.is_new(waiting, game)
    act(game, kind=Act.UNDO)
    game.refresh_from_db()
    assert not visits.is_new(waiting, game)


@pytest.mark.parametrize(
    ("acts", "new_to"),
    [
        ([(Act.RESIGN, 1)], {2}),
        ([(Act.OFFER_DRAW, 2)], {1}),
        ([(Act.ABORT, 2)], {1, 2}),
    ],
)
def test_what_the_other_did_besides_moving_is_news_too(game, act, acts, new_to):
    for kind, seat in acts:
        act(game, kind=kind, seat=seat)
    game.refresh_from_db()
    assert {row.number for row in game.seats.all() if visits.is_new(row, game)} == new_to


def test_a_remembered_game_is_asked_for_news_without_a_query(game, mine, act, django_assert_num_queries):
    act(game, legal(game)[0])
    act(game, legal(game)[0])
    legal(game)
    with django_assert_num_queries(0):
        assert visits.is_new(mine, game)
