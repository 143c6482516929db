"""The rules of Heap under the contract of games.contract."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Final, NamedTuple

from games.chance import Chance
from games.contract import CHANCE, NOBODY, Actor, IllegalMove, Outcome, Part, Seat, choose_options

version: Final = 1
OPTIONS: Final = {"most": ("three", "two")}  # H2
FEWEST, MOST = 9, 14


class State(NamedTuple):
    heap: int
    taken: tuple[int, int]
    actor: Actor
    last: Seat | None  # the seat that moved last
    most: int


def initial(options: Mapping[str, str]) -> State:
    chosen = choose_options(OPTIONS, options)
    return State(0, (0, 0), CHANCE, None, 3 if chosen["most"] == "three" else 2)


def actor(state: State) -> Actor:
    return state.actor


def legal(state: State) -> Sequence[str]:
    """H2: one stone or more, as many as the option allows and as there are."""
    if not isinstance(state.actor, Seat):
        return ()
    return [f"take {count}" for count in range(1, min(state.most, state.heap) + 1)]


def apply(state: State, move: str) -> State:
    parts = _MOVE.fullmatch(move)
    if parts is None:
        raise IllegalMove("not-a-move", "H4", text=move[:40])
    if state.actor is NOBODY:
        raise IllegalMove("game-over", "H3")
    verb, count = parts[1], int(parts[2])
    if (verb == "heap") is not (state.actor is CHANCE):
        raise IllegalMove("not-now", "H1")
    if not isinstance(state.actor, Seat):
        if not FEWEST <= count <= MOST:
            raise IllegalMove("no-such-heap", "H1", count=count)
        return state._replace(heap=count, actor=Seat.ONE)
    if move not in legal(state):
        raise IllegalMove("too-many", "H2", count=count, most=min(state.most, state.heap))
    one, two = state.taken
    taken = (one + count, two) if state.actor is Seat.ONE else (one, two + count)
    left = state.heap - count
    return State(left, taken, state.actor.other if left else NOBODY, state.actor, state.most)


def fold(state: State, moves: Iterable[str]) -> State:
    return reduce(apply, moves, state)


def draw(state: State, chance: Chance) -> str:
    """H1."""
    return f"heap {FEWEST + chance.draw(MOST - FEWEST + 1)}"


def outcome(state: State) -> Outcome | None:
    return tally(state) if state.actor is NOBODY else None


def tally(state: State) -> Outcome:
    """H3: the stones of both; the last of them decides."""
    return Outcome(state.last, "last-stone", state.taken, (Part("stones", state.taken),))


def encode(state: State) -> str:
    last = state.last.name if state.last else "-"
    return f"heap {version} {state.heap} {state.taken[0]}:{state.taken[1]} {state.actor.name} {last} {state.most}"


draws: Final = {1: draw}
_MOVE: Final = re.compile(r"(heap|take) ([1-9][0-9]?)")
