"""The list of all moves, for who would rather read than look."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import kinds
from games.contract import Seat
from games.marabunta import rules
from games.marabunta.page.move_list import moves
from games.marabunta.rules import Phase
from tests.conformance.played import games, play_out
from tests.marabunta.position import position
from tests.marabunta.test_move_picker import POSITIONS

MARABUNTA = kinds.get("marabunta")


def listed(state):
    return [move for group in moves(state) for move, _ in group.moves]


def titles(state):
    return {group.title: [move for move, _ in group.moves] for group in moves(state)}


@settings(max_examples=10, deadline=None)
@given(data=st.data())
def test_exactly_the_legal_moves_are_listed_each_once_and_with_words_but_no_split(data):
    played = data.draw(games(MARABUNTA))
    for state in played.states[:: data.draw(st.integers(5, 11))]:
        splits = state.phase is Phase.SPLIT
        assert Counter(listed(state)) == Counter([] if splits else rules.legal(state))
        assert len(titles(state)) == len(moves(state))
        for group in moves(state):
            assert group.title
            for _, says in group.moves:
                assert says.strip() and "%" not in says and "None" not in says


@pytest.mark.parametrize("name", POSITIONS)
def test_whatever_lies_in_the_pool_or_was_set_off_its_moves_are_listed(name):
    state = POSITIONS[name]
    assert Counter(listed(state)) == Counter(rules.legal(state))
    told = [says for group in moves(state) for _, says in group.moves]
    assert len(set(told)) == len(told), "two moves in the same words"


def test_who_splits_has_no_list_for_the_seven_pieces_are_one():
    state = play_out(MARABUNTA, {}, 1).states[2]
    assert (state.phase, len(rules.legal(state))) == (Phase.SPLIT, 63)
    assert moves(state) == []


def test_the_moves_stand_under_the_piece_they_use_and_the_end_of_the_turn_by_itself():
    found = titles(position(red="d3=2", pool="O1 VC", anthills=0))
    assert list(found) == ["Path: 1", "Lavender: crate", "Other"]
    assert [*found["Path: 1"], "end"] == rules.legal(position(red="d3=2", pool="O1", anthills=0))
    assert found["Other"] == ["end"]


def test_what_was_set_off_stands_under_its_own_name():
    found = titles(position(waiting="one", pool="P2"))
    assert list(found) == ["Write a 1", "Other"]
    assert found["Other"] == ["decline"]


def test_who_chooses_has_two_pools_in_the_list():
    state = play_out(MARABUNTA, {}, 1).states[3]
    assert titles(state) == {"Pools": ["take 1", "take 2"]}


def test_a_die_that_the_tile_repeats_stands_under_the_tile():
    found = titles(position(red="d3=2", pool="O1 VC Tdie-again", used="OV", anthills=0))
    assert set(found) == {"Die again", "Other"}
    assert {move[:3] for move in found["Die again"]} == {"T=O", "T=V"}


def test_nobody_has_moves_when_nobody_is_to_move():
    played = play_out(MARABUNTA, {}, 2)
    idle = [state for state in played.states if not isinstance(state.actor, Seat)]
    assert len(idle) > 5
    assert all(moves(state) == [] for state in idle)
