from math import prod

import pytest

from games.contract import NOBODY, Seat
from games.mabula import rules
from games.mabula.bots.board import LAYER, MOVES, WHITES, can_push, name_of_first, position_of, pushes
from games.mabula.bots.groups import result, sizes
from games.mabula.rules import board as of_rules
from games.mabula.rules.scoring import tally
from tests.mabula.position import position
from tests.mabula.random_games import states


def test_the_search_makes_the_pushes_that_the_rules_allow_and_no_others():
    for seed in range(8):
        for state in states(seed)[:-1]:
            made = {
                MOVES[number]: after for number, after in pushes(position_of(state.marbles), state.actor is Seat.TWO)
            }
            assert list(made) == list(rules.legal(state))
            for move, after in made.items():
                assert after == position_of(rules.apply(state, move).marbles)


def test_the_search_knows_who_can_push():
    for seed in range(8):
        for state in states(seed):
            for black in (False, True):
                assert can_push(position_of(state.marbles), black) == of_rules.can_push(state.marbles, black)


@pytest.mark.parametrize("options", [{}, {"ties": "next-group"}, {"scoring": "product"}])
def test_the_search_counts_the_end_as_the_rules_do(options):
    for seed in range(60):
        last = states(seed, **options)[-1]
        assert last.actor is NOBODY
        winner = tally(last).winner
        expected = 0 if winner is None else 1 if winner is Seat.ONE else -1
        assert result(position_of(last.marbles), last.scoring, last.ties) == expected


def test_groups_do_not_go_round_the_board():
    state = position("""
        -......-
        ........
        .......W
        W.......
        WB......
        .......B
        ........
        -......-
    """)
    spread = position_of(state.marbles)
    assert sizes(spread & WHITES) == [1, 2]
    assert sizes(spread >> LAYER) == [1, 1]
    assert prod(sizes(spread & WHITES)) == 2
    assert name_of_first(spread & WHITES) == "h6"
