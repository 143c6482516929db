"""The worth of elements to a seat: each alone, as if it were the whole pool."""

from __future__ import annotations

from games.contract import Seat
from games.marabunta import rules
from games.marabunta.bots.judgement import Judge, sign_of
from games.marabunta.bots.turns import thinned
from games.marabunta.rules import Phase, State
from games.marabunta.rules.board import bits
from games.marabunta.rules.state import ALL_ELEMENTS


def in_hand(state: State, seat: Seat, pool: int) -> State:
    """The same position, if it were this seat's turn to resolve that pool."""
    other = ALL_ELEMENTS & ~pool
    pools = (pool, other) if seat is not state.round.first else (other, pool)
    return state._replace(
        phase=Phase.RESOLVE,
        actor=seat,
        round=state.round._replace(pools=pools, taken=1),
        left=pool,
        waiting=(),
    )


def best_move(state: State, judge: Judge) -> tuple[str, float]:
    """The move that leaves the best position at once, and by how much it is better than this one."""
    assert isinstance(state.actor, Seat)
    sign = sign_of(state.actor)
    now = sign * judge.value(state)
    best, gain = "", float("-inf")
    for move in thinned(state, rules.legal(state)):
        after = 0.0 if move == "end" else sign * judge.value(rules.apply(state, move)) - now
        if after > gain:
            best, gain = move, after
    return best, gain


def worths(state: State, seat: Seat, judge: Judge) -> dict[int, float]:
    """The immediate worth of each element of the round to the seat, never negative."""
    return {element: max(0.0, best_move(in_hand(state, seat, element), judge)[1]) for element in bits(ALL_ELEMENTS)}


def worth_of(pool: int, worths: dict[int, float]) -> float:
    """Of a pool, if its elements had nothing to do with each other."""
    return sum(worths[element] for element in bits(pool))
