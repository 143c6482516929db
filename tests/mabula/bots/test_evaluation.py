import pytest

from games.contract import Seat
from games.mabula import rules
from games.mabula.bots import evaluate
from games.mabula.bots.board import position_of
from games.mabula.bots.judgement import Judge
from tests.mabula.position import BLACK, WHITE, finished, position
from tests.mabula.random_games import states

# White has three in a row, black two single marbles; both have one marble still to push.
JOINED = """
    -W.....-
    ........
    .BWWW...
    ........
    ........
    ......B.
    ........
    -.....B-
"""
APART = """
    -W.....-
    ...W....
    .B......
    ......W.
    ........
    ..W...B.
    ........
    -.....B-
"""


def parts(state, seat=WHITE):
    return {(what, region): value for what, region, value in evaluate(state, seat).parts}


def test_groups_are_named_by_their_first_space_and_those_of_the_other_count_against():
    found = parts(position(JOINED))
    assert found["group", "c6"] > 0
    assert found["group", "b6"] < 0
    assert found["group", "g3"] < 0
    assert found["group", "c6"] > -found["group", "b6"]
    assert parts(position(JOINED), BLACK) == {key: -value for key, value in found.items()}


def test_a_large_group_is_worth_more_than_its_marbles_apart():
    assert parts(position(JOINED))["group", "c6"] > 3 * parts(position(APART))["group", "d7"]


@pytest.mark.parametrize(("scoring", "wanted"), [("largest", 1), ("product", -1)])
def test_the_middle_is_sought_for_the_largest_group_and_shunned_for_the_product(scoring, wanted):
    found = parts(position(JOINED, scoring=scoring))
    assert found["centre", ""] * wanted > 0


def test_marbles_that_crowd_count_against_a_product_alone():
    assert parts(position(JOINED))["crowd", ""] == 0
    assert parts(position(JOINED, scoring="product"))["crowd", ""] < 0


def test_a_finished_game_is_worth_its_count():
    assert evaluate(finished(JOINED), Seat.ONE).value == 3 - 1
    assert evaluate(finished(JOINED, scoring="product"), Seat.TWO).value == 1 - 3


@pytest.mark.parametrize("scoring", ["largest", "product"])
def test_what_is_explained_is_what_the_search_goes_by(scoring):
    for state in states(4, scoring=scoring)[:-1]:
        judge = Judge(state.scoring, state.ties)
        assert judge.value(position_of(state.marbles), False) == evaluate(state, Seat.ONE).value
        assert rules.outcome(state) is None


def test_before_the_marbles_lie_nobody_is_ahead():
    assert evaluate(rules.initial({}), Seat.ONE).value == 0
