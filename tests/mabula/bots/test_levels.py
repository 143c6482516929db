"""What each level sees. How strong that makes it is measured by ``manage.py tournament``."""

import pytest

from games.contract.bots import SearchBudget
from games.mabula import rules
from games.mabula.bots import LADDER
from games.mabula.bots.board import EDGE, position_of
from tests.mabula.bots import brute
from tests.mabula.position import WHITE, position
from tests.mabula.random_games import states

# White has two and one, with a gap between.
GAP = """
    -.W....-
    ........
    ........
    .WW.W..B
    ........
    B.......
    ........
    -..W..B-
"""


def choose(level, state, seed=1, looks=20):
    return LADDER[level](state, SearchBudget.counting(looks, seed=seed))


def test_a_larva_makes_any_legal_push():
    state = states(1)[0]
    assert {choose("larva", state, seed) for seed in range(2000)} == set(rules.legal(state))


def test_a_worker_makes_the_push_that_leaves_the_best_board():
    assert choose("worker", position(GAP)) == "d1-d5"


@pytest.mark.parametrize("level", ["soldier", "queen"])
def test_who_reads_the_end_never_gives_away_what_was_won_or_drawn(level):
    for seed in range(10):
        for state in states(seed)[:-1]:
            if (position_of(state.marbles) & EDGE).bit_count() <= 5:
                after = rules.apply(state, choose(level, state, looks=10**6))
                assert brute.value(after) == brute.value(state)


def test_a_worker_does_give_it_away():
    given_away = 0
    for seed in range(10):
        for state in states(seed)[:-1]:
            if (position_of(state.marbles) & EDGE).bit_count() <= 5:
                given_away += brute.value(rules.apply(state, choose("worker", state))) != brute.value(state)
    assert given_away


@pytest.mark.parametrize("level", LADDER)
def test_who_pushes_alone_as_the_other_has_no_marbles_left_to_push_does_so_to_the_end(level):
    state = position(GAP.replace("B", "."))
    while rules.outcome(state) is None:
        assert state.actor is WHITE
        state = rules.apply(state, choose(level, state))
    assert not position_of(state.marbles) & EDGE
