"""Games for the laws: strategies that play a kind, so that a failing game shrinks to a short and simple one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from games import kinds
from games.chance import StreamChance
from games.contract import CHANCE, BadOptions, IllegalMove, Seat, play
from games.kinds import Kind
from tests.rules_coverage import RULES, read_clauses

ALL_KINDS = pytest.mark.parametrize("kind", kinds.all(), ids=lambda kind: kind.key)
some_games = settings(max_examples=25)  # a law is checked in every state of each
CLAUSES = read_clauses(RULES.read_text("utf-8"))


class Played:
    """A game that was played: ``states[i]`` is the state after ``i`` moves."""

    def __init__(self, kind: Kind, options: dict[str, str], moves: tuple[str, ...], states: tuple[Any, ...]) -> None:
        self.kind = kind
        self.options = options
        self.moves = moves
        self.states = states

    def __repr__(self) -> str:
        return f"{self.kind.key} {self.options} {list(self.moves)}"

    def steps(self) -> Iterator[tuple[Any, str, Any]]:
        """Every state, the move made in it, and the state after it."""
        return zip(self.states, self.moves, self.states[1:], strict=False)


def play_out(kind: Kind, options: dict[str, str], seed: int, choices: tuple[int, ...] = ()) -> Played:
    """A whole game: the players choose as they are told and, when that is at its end, as the seed says."""
    told, blind = iter(choices), random.Random(seed)

    def choose(_: object, legal: Any) -> str:
        number = next(told, None)
        chosen: str = blind.choice(legal) if number is None else legal[number % len(legal)]
        return chosen

    chance = StreamChance(str(seed).encode(), game=kind.key)
    moves, states = zip(*play(kind.rules, options, chance=chance, choose=choose), strict=True)
    return Played(kind, options, moves, (kind.rules.initial(options), *states))


@st.composite
def games(draw: st.DrawFn, kind: Kind) -> Played:
    """Whole games, with all options."""
    options = draw(st.sampled_from(ways_to_play(kind)))
    seed = draw(st.integers(0, 2**32))
    choices = draw(st.lists(st.integers(0, 10**6), max_size=40))
    return play_out(kind, options, seed, tuple(choices))


@st.composite
def positions(draw: st.DrawFn, kind: Kind, *, of_seat: bool = False) -> Any:
    """States at any time of a game, or only those in which a seat is to move."""
    game = draw(games(kind))
    wanted = [state for state in game.states if not of_seat or isinstance(kind.rules.actor(state), Seat)]
    return wanted[draw(st.integers(0, len(wanted) - 1))]


def ways_to_play(kind: Kind) -> list[dict[str, str]]:
    """Every choice of options that the kind accepts, the defaults first."""
    choices = [dict(zip(kind.options, values, strict=True)) for values in product(*kind.options.values())]
    return [options for options in choices if _is_possible(kind, options)]


@cache
def moves_seen(key: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Moves of some games of a kind: all that were legal for a seat at any time, and what chance played."""
    kind = kinds.get(key)
    of_seats: set[str] = set()
    of_chance: set[str] = set()
    for seed, options in product(range(5), ways_to_play(kind)):
        for state, move, _ in play_out(kind, options, seed).steps():
            if kind.rules.actor(state) is CHANCE:
                of_chance.add(move)
            of_seats.update(kind.rules.legal(state))
    return tuple(sorted(of_seats)), tuple(sorted(of_chance))


def is_accepted(kind: Kind, state: Any, text: str) -> bool:
    """Does the kind take this text for a move? If not, it must say why, in the words of the contract."""
    try:
        kind.rules.apply(state, text)
    except IllegalMove as refused:
        _check_refusal(refused)
        return False
    return True


def _check_refusal(refused: IllegalMove) -> None:
    assert refused.code
    assert refused.clause in CLAUSES
    assert str(refused).isprintable()


def _is_possible(kind: Kind, options: dict[str, str]) -> bool:
    try:
        kind.rules.initial(options)
    except BadOptions:
        return False
    return True
