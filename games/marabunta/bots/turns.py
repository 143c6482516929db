"""How to resolve a pool: a beam search over the order of its elements and where they go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from heapq import nlargest
from typing import Final, NamedTuple

from games.contract import Seat
from games.marabunta import rules
from games.marabunta.bots.judgement import Judge, sign_of
from games.marabunta.rules import Board, State
from games.marabunta.rules.state import TILE

_UNUSED: Final = 1.0  # points that an element still to be resolved may bring
_CRATE: Final = 0.8  # points that a crate still to be crossed out may bring


class Line(NamedTuple):
    """A way to resolve the rest of a pool."""

    value: float  # for the seat to move, when the turn is over
    state: State  # the last one before ``end``
    moves: tuple[str, ...]  # without ``end``


def resolve(state: State, judge: Judge, *, width: int, is_out_of_time: Callable[[], bool] | None = None) -> list[Line]:
    """The best ways found to resolve the rest of the actor's pool, the best first; at most ``width``, at least one.

    Lines that end the game from behind come last, for a judge to whom winning matters. When time is up, only the best
    line is followed to its end: some hundredths of a second.
    """
    assert isinstance(state.actor, Seat)
    sign, seat = sign_of(state.actor), state.actor - 1
    value, legal, apply = judge.value, rules.legal, rules.apply
    ended: list[Line] = []
    beam = [Line(sign * value(state), state, ())]
    while beam:
        found: dict[tuple[object, ...], tuple[float, Line]] = {}
        for line in beam:
            before = line.state
            for move in thinned(before, legal(before)):
                if move == "end":
                    ended.append(line)
                    continue
                after = apply(before, move)
                key = (after.left, after.waiting, after.open, after.ones, after.twos, after.players[seat])
                if key not in found:
                    worth = sign * value(after)
                    found[key] = (worth + _hope(after, judge), Line(worth, after, (*line.moves, move)))
        if is_out_of_time and is_out_of_time():
            width = 1
        beam = [line for _, line in nlargest(width, found.values(), key=_promise)]
    if judge.weights.wins and not state.trigger:
        return nlargest(width, ended, key=lambda line: (not ends_from_behind(line.state), line.value))
    return nlargest(width, ended, key=_value)


def ends_from_behind(state: State) -> bool:
    """Whether the end is triggered, and the seat to move would lose if the game ended now."""
    return state.trigger is not None and rules.tally(state).winner is not state.actor


def thinned(state: State, moves: Sequence[str]) -> Sequence[str]:
    """Without those that spend an anthill for a plain hex where there is another way to use the same element."""
    if not state.players[0 if state.actor is Seat.ONE else 1].anthills:
        return moves
    plain = {_use_of(move) for move in moves if move[-1] != "^"}
    treasures = _treasures(state.board)
    return [move for move in moves if move[-1] != "^" or _use_of(move) not in plain or _where(move) in treasures]


def _use_of(move: str) -> str:
    """The element, and the die behind the =."""
    return move[: move.find("@")]


def _where(move: str) -> str:
    return move[move.find("@") + 1 : -1]


@lru_cache(maxsize=16)
def _treasures(board: Board) -> frozenset[str]:
    """The hexes with a cupcake or a crate."""
    return frozenset(board.names_in(board.cupcakes | board.crates))


def _value(line: Line) -> float:
    return line.value


def _promise(found: tuple[float, Line]) -> float:
    return found[0]


def _hope(state: State, judge: Judge) -> float:
    """The worth of unused elements and waiting effects, which the value of a position does not contain yet."""
    hope = _UNUSED * (state.left & ~TILE).bit_count()
    for effect in state.waiting:
        hope += judge.weights.powers.get(effect.key, _CRATE)
    return hope
