"""A state is an immutable value, made of plain things, and knows nothing of what is to come."""

import io
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import kinds
from games.chance import StreamChance
from games.contract import CHANCE, play
from games.kinds import Kind
from games.marabunta import rules as marabunta
from games.marabunta.rules.effects import ONE_CRATE, POWERS, TILES
from tests.clauses import clause
from tests.conformance.played import ALL_KINDS, games, is_accepted, positions, some_games, ways_to_play

MARABUNTA = kinds.get("marabunta")


class PartingChance:
    """Draws as one stream does and, after so many draws, as another."""

    def __init__(self, before: str, then: str, *, after: int) -> None:
        self.before, self.then = (StreamChance(seed.encode(), game="g") for seed in (before, then))
        self.after = after
        self.drawn = 0

    def draw(self, n: int) -> int:
        self.drawn += 1
        return (self.before if self.drawn <= self.after else self.then).draw(n)


def play_with(kind: Kind, options: dict[str, str], chance: PartingChance, choice: int) -> tuple[list[Any], list[int]]:
    """The states of a game, and how often chance had been asked by then."""
    states, drawn = [kind.rules.initial(options)], [0]
    for _, state in play(kind.rules, options, chance=chance, choose=lambda _, legal: legal[choice % len(legal)]):
        states.append(state)
        drawn.append(chance.drawn)
    return states, drawn


def inside(value: object, seen: set[int] | None = None) -> Iterator[object]:
    """A value and everything it holds, at any depth, each thing once."""
    seen = set() if seen is None else seen
    if id(value) in seen:
        return
    seen.add(id(value))
    yield value
    parts: Any = ()
    if isinstance(value, Mapping):
        parts = chain(value.keys(), value.values())
    elif isinstance(value, tuple | list | set | frozenset):
        parts = value
    elif is_dataclass(value):
        parts = (getattr(value, field.name) for field in fields(value))
    for part in parts:
        yield from inside(part, seen)


def pickled(value: object) -> bytes:
    """Without regard to which equal parts happen to be the same object."""
    stream = io.BytesIO()
    pickler = pickle.Pickler(stream)
    pickler.fast = True
    pickler.dump(value)
    return stream.getvalue()


@ALL_KINDS
@some_games
@given(data=st.data())
def test_nothing_in_a_state_can_be_set(kind, data):
    state = data.draw(positions(kind))
    before = kind.rules.encode(state)
    for part in inside(state):
        names = [field.name for field in fields(part)] if is_dataclass(part) else getattr(part, "_fields", ())
        for name in (*names, "anything_else") if names else ():
            with pytest.raises((AttributeError, TypeError)):
                setattr(part, name, None)
    assert kind.rules.encode(state) == before


@ALL_KINDS
@some_games
@given(data=st.data())
def test_a_state_is_made_of_plain_values_and_holds_no_chance_no_code_and_nothing_to_append_to(kind, data):
    for part in inside(data.draw(games(kind)).states):
        is_plain = part is None or isinstance(part, int | str | Enum)
        assert is_plain or isinstance(part, tuple | frozenset | Mapping) or is_dataclass(part), type(part)


@ALL_KINDS
@some_games
@given(data=st.data())
def test_states_are_equal_by_value_and_can_be_keys(kind, data):
    game = data.draw(games(kind))
    state = game.states[0]
    for expected, move in zip(game.states, (*game.moves, None), strict=True):
        assert state == expected
        assert hash(state) == hash(expected)
        state = state if move is None else kind.rules.apply(state, move)
    assert len(set(game.states)) == len(game.states)


@ALL_KINDS
@some_games
@given(data=st.data())
def test_a_move_makes_a_new_state_and_leaves_the_old_one(kind, data):
    game = data.draw(games(kind))
    shown = [kind.rules.encode(state) for state in game.states]
    for at, move in enumerate(game.moves):
        assert kind.rules.apply(game.states[at], move) != game.states[at]
        kind.rules.fold(game.states[at], game.moves[at : at + 9])
    assert [kind.rules.encode(state) for state in game.states] == shown


@ALL_KINDS
@some_games
@given(data=st.data())
@clause("M2.2", "M3.6")
def test_games_that_will_differ_by_chance_are_the_same_to_the_last_bit_until_they_do(kind, data):
    options = data.draw(st.sampled_from(ways_to_play(kind)))
    choice = data.draw(st.integers(0, 10**6))
    states, drawn = play_with(kind, options, PartingChance("one", "", after=10**9), choice)
    parting = data.draw(st.sampled_from([at for at, state in enumerate(states) if kind.rules.actor(state) is CHANCE]))
    others, _ = play_with(kind, options, PartingChance("one", "two", after=drawn[parting]), choice)
    assert others != states, "the games must part, or this test shows nothing"
    for state, other in zip(states[: parting + 1], others, strict=False):
        assert kind.rules.encode(state) == kind.rules.encode(other)
    assert repr(states[parting]) == repr(others[parting])
    assert pickled(states[parting]) == pickled(others[parting])


@some_games
@given(data=st.data())
@clause("M2.2", "M3.5", "M3.6")
def test_every_tile_that_is_still_hidden_may_come_next_and_no_other(data):
    for state in data.draw(games(MARABUNTA)).states:
        if state.phase is marabunta.Phase.ROLL:
            coming = {tile for tile in TILES if is_accepted(MARABUNTA, state, f"roll {tile} P0 O0 Y0 G0 B0 V0")}
            assert coming == (state.hidden or {"cupcake"})
            assert len(state.hidden) == max(0, 8 - state.round.number)


@some_games
@given(data=st.data())
@clause("M2.2", "M3.6")
def test_no_order_of_the_hidden_tiles_can_be_found_in_a_state(data):
    game = data.draw(games(MARABUNTA))
    printed = (marabunta.load_board(**game.options), ONE_CRATE, *POWERS.values())  # the same in every game
    for state in game.states:
        assert type(state.hidden) is frozenset
        assert all(any(part is known for known in printed) for part in (state.board, *state.waiting))
        others = state._replace(hidden=frozenset(), board=None, waiting=())
        words = {part for part in inside(others) if type(part) is str}
        assert not {tile for tile in state.hidden if any(tile == word for word in words)}
