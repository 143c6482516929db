"""Why a push is a good one."""

from __future__ import annotations

from math import prod
from typing import Final

from games.contract import Seat
from games.contract.bots import Reason
from games.mabula import rules
from games.mabula.bots.board import EDGE, FIELD, INNER, LAYER, WHITES, position_of
from games.mabula.bots.groups import sizes
from games.mabula.bots.judgement import Judge
from games.mabula.bots.search import WON, Search
from games.mabula.rules import State

_COUNTED_OUT: Final = 6  # marbles left on the edge from which on the rest of the game is read


def explain(state: State, move: str) -> Reason:
    """The strongest reason for a legal push, by its immediate effect. Raises IllegalMove.

    Codes: ``only-push``; ``ends-won``, ``ends-drawn``, ``ends-lost`` with ``points``; ``wins-by-force`` with the
    number of ``pushes`` that can follow; ``grows`` the own count and ``breaks`` the other's, ``before`` and
    ``after``; ``middle`` for marbles that come nearer to it; ``apart`` for a new group, where the product
    counts; ``quiet`` for a push that does none of this.
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
    """The effect of the push on the counts of both or, if there is none, on the places of the marbles."""
    own, other = ([_count(state, colour) for state in (before, after)] for colour in (seat, seat.other))
    gain, harm = own[1] - own[0], other[0] - other[1]
    if gain > 0 and gain >= harm:
        return "grows", {"before": own[0], "after": own[1]}
    if harm > 0:
        return "breaks", {"before": other[0], "after": other[1]}
    place, value = ("apart", _apart) if before.scoring == "product" else ("middle", _middle)
    return place if value(after, seat) > value(before, seat) else "quiet", {}


def _count(state: State, seat: Seat) -> int:
    """By the marbles in the field alone; a single marble is no group yet."""
    found = sizes(_marbles(state, seat) & FIELD)
    return prod(found) if state.scoring == "product" else max([1, *found])


def _middle(state: State, seat: Seat) -> int:
    """How far the marbles are from the rim, all in all."""
    return sum((_marbles(state, seat) & inner).bit_count() for inner in INNER)


def _apart(state: State, seat: Seat) -> int:
    """How many groups there are in the field."""
    return len(sizes(_marbles(state, seat) & FIELD))


def _marbles(state: State, seat: Seat) -> int:
    position = position_of(state.marbles)
    return position & WHITES if seat is Seat.ONE else position >> LAYER
