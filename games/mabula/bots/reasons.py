"""Why a push is a good one."""

from __future__ import annotations

from math import prod
from typing import Final

from games.contract import Seat
from games.mabula import rules
from games.mabula.bots.board import EDGE, FIELD, LAYER, WHITES, position_of
from games.mabula.bots.groups import sizes
from games.mabula.bots.judgement import Judge
from games.mabula.bots.search import WON, Search
from games.mabula.rules import State
from games.thought import Reason

_COUNTED_OUT: Final = 6  # marbles left on the edge from which on the rest of the game is read


def explain(state: State, move: str) -> Reason:
    """The most that can be said for a legal push, by what it does at once. Raises IllegalMove.

    Codes: ``only-push``; ``ends-won``, ``ends-drawn``, ``ends-lost`` with ``points``; ``wins-by-force`` with the
    number of ``pushes`` that can follow; ``grows`` the own count and ``breaks`` the other's, ``before`` and
    ``after``; ``middle`` and ``apart`` for where marbles lie; ``quiet`` if it is only the least harm.
    """
    seat = state.actor
    after = rules.apply(state, move)
    assert isinstance(seat, Seat)
    start, _, stop = move.partition("-")
    code, facts = _reason(state, after, seat)
    return Reason(code, {"start": start, "stop": stop, **facts})


def _reason(state: State, after: State, seat: Seat) -> tuple[str, dict[str, object]]:
    if ended := rules.outcome(after):
        code = "ends-drawn" if ended.winner is None else "ends-won" if ended.winner is seat else "ends-lost"
        return code, {"points": ended.points}
    if len(rules.legal(state)) == 1:
        return "only-push", {}
    left = (position_of(after.marbles) & EDGE).bit_count()
    if left <= _COUNTED_OUT and _wins(after, seat, left):
        return "wins-by-force", {"pushes": left}
    return _effect(state, after, seat)


def _wins(state: State, seat: Seat, left: int) -> bool:
    value = Search(Judge(state.scoring, state.ties)).value(position_of(state.marbles), state.actor is Seat.TWO, left)
    return value == (WON if state.actor is seat else -WON)


def _effect(before: State, after: State, seat: Seat) -> tuple[str, dict[str, object]]:
    """What the push does to the counts of both or, if it does nothing there, to where marbles lie."""
    own, other = ([_count(state, colour) for state in (before, after)] for colour in (seat, seat.other))
    gain, harm = own[1] - own[0], other[0] - other[1]
    if gain > 0 and gain >= harm:
        return "grows", {"before": own[0], "after": own[1]}
    if harm > 0:
        return "breaks", {"before": other[0], "after": other[1]}
    if _value(after, seat) <= _value(before, seat):
        return "quiet", {}
    return "middle" if before.scoring == "largest" else "apart", {}


def _count(state: State, seat: Seat) -> int:
    """By the marbles in the field alone; a single marble is no group yet."""
    found = sizes(_marbles(state, seat) & FIELD)
    return prod(found) if state.scoring == "product" else max(1, *found[:1])


def _value(state: State, seat: Seat) -> float:
    return Judge(state.scoring, state.ties).value(position_of(state.marbles), seat is Seat.TWO)


def _marbles(state: State, seat: Seat) -> int:
    position = position_of(state.marbles)
    return position & WHITES if seat is Seat.ONE else position >> LAYER
