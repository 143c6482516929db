"""The result of a mirror match is the sum of both boards."""

from itertools import product

import pytest

from games.contract import Seat
from games.ratings.matches import Board, sum_of

RULES_WON = Board(Seat.ONE, (30, 10))
RULES_LOST = Board(Seat.TWO, (20, 25))
GAVE_UP = Board(Seat.TWO, None)
ON_TIME = Board(Seat.TWO, None, is_on_time=True)
DRAWN = Board(None, None)


@pytest.mark.parametrize(
    ("one", "other", "winner", "points"),
    [
        (RULES_WON, RULES_LOST, Seat.ONE, (50, 35)),
        (RULES_LOST, RULES_LOST, Seat.TWO, (40, 50)),
        (Board(Seat.ONE, (30, 10)), Board(Seat.TWO, (10, 30)), None, (40, 40)),
        (Board(Seat.ONE, (20, 20)), Board(Seat.ONE, (20, 20)), None, (40, 40)),  # by cupcakes: a sum knows none
        (RULES_WON, GAVE_UP, Seat.TWO, None),
        (GAVE_UP, RULES_WON, Seat.TWO, None),
        (GAVE_UP, GAVE_UP.swapped(), None, None),
        (GAVE_UP, ON_TIME, Seat.TWO, None),
        (DRAWN, RULES_WON, Seat.ONE, None),
        (DRAWN, DRAWN, None, None),
    ],
)
def test_the_sum_of_both_boards_decides_and_giving_one_up_loses_by_more_than_any_points(one, other, winner, points):
    result = sum_of(one, other)
    assert (result.winner, result.points) == (winner, points)
    assert result.score == {Seat.ONE: 1.0, None: 0.5, Seat.TWO: 0.0}[winner]


def test_who_looks_from_the_other_seat_sees_the_opposite():
    for one, other in product([RULES_WON, RULES_LOST, GAVE_UP, ON_TIME, DRAWN, GAVE_UP.swapped()], repeat=2):
        result, opposite = sum_of(one, other), sum_of(one.swapped(), other.swapped())
        assert result == sum_of(other, one)
        assert opposite.score == 1 - result.score
        assert opposite.points == (result.points and result.points[::-1])
        assert opposite.lost_on_time == (result.lost_on_time and result.lost_on_time.other)


def test_nobody_ends_better_by_giving_up_a_board():
    boards = [RULES_WON, RULES_LOST, GAVE_UP, DRAWN, GAVE_UP.swapped()]
    for played, other in product(boards, repeat=2):
        assert sum_of(GAVE_UP, other).score <= sum_of(played, other).score


def test_a_match_is_lost_on_time_by_who_lost_it_and_a_board_of_it_on_time():
    assert sum_of(ON_TIME, RULES_WON).lost_on_time is Seat.TWO.other
    assert sum_of(GAVE_UP, ON_TIME).lost_on_time is Seat.ONE
    assert sum_of(ON_TIME, GAVE_UP.swapped()).lost_on_time is None
    assert sum_of(RULES_WON, RULES_WON).lost_on_time is None
