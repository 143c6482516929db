from random import Random
from typing import Any

import pytest

from games.contract import Seat
from games.contract.bots import SearchBudget
from games.mabula import rules
from games.mabula.bots import judgement, search
from games.mabula.bots.board import EDGE, MOVES, position_of
from games.mabula.bots.judgement import Judge
from games.mabula.bots.search import WON, Search
from games.mabula.rules import State
from tests.mabula.bots import brute
from tests.mabula.random_games import states

WAYS = [{}, {"ties": "next-group"}, {"scoring": "product"}]
EVERY_WAY = pytest.mark.parametrize("options", WAYS, ids=["largest", "next-group", "product"])


def left(state):
    return (position_of(state.marbles) & EDGE).bit_count()


def positions(most, *, seeds=range(12), least=1, **options):
    """Positions of blind games in which a seat is to move and so many marbles are on the edge."""
    return [state for seed in seeds for state in states(seed, **options)[:-1] if least <= left(state) <= most]


def thinking(state: State, **options: Any) -> Search:
    return Search(Judge(state.scoring, state.ties), **options)


def best(searching, state, most=24):
    return searching.best(position_of(state.marbles), state.actor is Seat.TWO, most=most, random=Random(1))


@EVERY_WAY
def test_the_end_is_played_as_if_every_game_that_can_follow_had_been_played(options):
    for state in positions(4, **options):
        sign = 1 if state.actor is Seat.ONE else -1
        found = best(thinking(state), state)
        assert brute.value(rules.apply(state, MOVES[found.best])) == brute.value(state)
        if found.is_exact:
            assert found.value == sign * brute.value(state) * WON


@EVERY_WAY
def test_the_value_of_the_end_is_exact_with_the_table_and_without(options):
    for state in positions(5, least=3, seeds=range(6), **options):
        sign = 1 if state.actor is Seat.ONE else -1
        for has_table in (True, False):
            searching = thinking(state, has_table=has_table)
            value = searching.value(position_of(state.marbles), state.actor is Seat.TWO, left(state))
            assert value == sign * brute.value(state) * WON


@EVERY_WAY
@pytest.mark.parametrize("depth", [1, 2])
def test_the_value_is_that_of_minimax_without_pruning_with_the_table_and_without(options, depth):
    def minimax(state, depth):
        if depth == 0:
            return judge.value(position_of(state.marbles), state.actor is Seat.TWO)
        after = [rules.apply(state, move) for move in rules.legal(state)]
        return max(-minimax(one, depth - 1) for one in after)

    for state in positions(24, least=17, seeds=range(2), **options)[::2]:
        judge = Judge(state.scoring, state.ties)
        expected = minimax(state, depth)
        for has_table in (True, False):
            found = best(thinking(state, has_table=has_table), state, most=depth)
            assert found.depth == depth
            assert found.value == pytest.approx(expected)


def test_a_table_changes_the_work_and_not_the_value():
    for state in positions(12, least=11, seeds=range(3)):
        black = state.actor is Seat.TWO
        searches = [thinking(state, has_table=has_table) for has_table in (True, False)]
        values = {one.value(position_of(state.marbles), black, 2) for one in searches}
        assert len(values) == 1
        assert searches[0].positions <= searches[1].positions
        assert not searches[1].table


def test_a_forced_win_is_found_and_played_to_the_end():
    won = [state for state in positions(6, least=5) if brute.value(state) == (1 if state.actor is Seat.ONE else -1)]
    assert won, "some of these positions must be won, or this test shows nothing"
    for state in won:
        found = best(thinking(state), state)
        assert found.value == WON
        assert brute.value(rules.apply(state, MOVES[found.best])) == brute.value(state)


def test_time_ends_a_search_and_more_time_looks_deeper():
    state = states(3)[2]
    depths = []
    for looks in (0, 3, 30):
        budget = SearchBudget.counting(looks, seed=1)
        searching = thinking(state, is_out_of_time=budget.is_out_of_time)
        depths.append(best(searching, state).depth)
        assert searching.positions <= (looks + 1) * 128
    assert depths == sorted(depths)
    assert depths[0] < depths[-1]


def test_what_a_search_keeps_is_bounded_and_dropping_it_changes_no_value(monkeypatch):
    state = next(state for state in positions(7, least=7))
    arguments = position_of(state.marbles), state.actor is Seat.TWO, 7
    expected = thinking(state).value(*arguments)
    monkeypatch.setattr(search, "MOST_KNOWN", 50)
    monkeypatch.setattr(judgement, "MOST_KNOWN", 60)
    sizes: list[tuple[int, int]] = []

    def is_out_of_time() -> bool:
        sizes.append((len(searching.table), len(searching.judge.known)))
        return False

    searching = thinking(state, is_out_of_time=is_out_of_time)
    assert searching.value(*arguments) == expected
    assert len(sizes) > 3
    assert 25 < max(table for table, _ in sizes) <= 50
    assert 30 < max(known for _, known in sizes) <= 60


def test_equal_pushes_are_chosen_among_at_random():
    state = states(1)[0]
    chosen = {
        thinking(state).best(position_of(state.marbles), False, most=1, random=Random(seed)).best for seed in range(20)
    }
    assert len(chosen) > 1


def test_a_lost_position_is_still_played_by_its_looks():
    lost = [state for state in positions(6, least=4) if brute.value(state) == (-1 if state.actor is Seat.ONE else 1)]
    assert lost
    for state in lost:
        found = best(thinking(state), state)
        assert MOVES[found.best] in rules.legal(state)
        assert found.value == -WON or len(rules.legal(state)) == 1
