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

    Codes: ``only-push``; ``ends-won``, ``ends-drawn``, ``ends-lost`` with ``points``, and with ``forced`` if every
    other push is known to lose too; ``wins-by-force`` if no answer of the other avoids it, with the number of
    ``pushes`` that can follow; ``grows`` the own count and ``breaks`` the other's, ``before`` and ``after``, in the
    field alone; ``middle`` for marbles that come nearer to it; ``apart`` for more groups, where the product counts;
    ``quiet`` for a push that changes neither count; ``waits`` for one that only changes them for the worse.
    """
    seat = state.actor
    after = rules.apply(state, move)
    assert isinstance(seat, Seat)
    start, _, stop = move.partition("-")
    code, facts = _reason(state, move, after, seat)
    return Reason(code, {"start": start, "stop": stop, **facts})


def _reason(state: State, move: str, after: State, seat: Seat) -> tuple[str, dict[str, object]]:
    if ended := rules.outcome(after):
        if ended.winner is seat.other:
            return "ends-lost", {"points": ended.points, "forced": _lose_all(state, move, seat)}
        return "ends-won" if ended.winner else "ends-drawn", {"points": ended.points}
    if len(rules.legal(state)) == 1:
        return "only-push", {}
    left = _left(after)
    if left <= _COUNTED_OUT and _value(after, seat) == WON:
        return "wins-by-force", {"pushes": left}
    return _effect(state, after, seat)


def _lose_all(state: State, move: str, seat: Seat) -> bool:
    """Whether there are other pushes, and all of them lose; not, if that cannot be read to the end."""
    others = [rules.apply(state, other) for other in rules.legal(state) if other != move]
    return bool(others) and _left(state) <= _COUNTED_OUT and all(_value(after, seat) == -WON for after in others)


def _left(state: State) -> int:
    """The marbles on the edge."""
    return (position_of(state.marbles) & EDGE).bit_count()


def _value(state: State, seat: Seat) -> float:
    """Of a position that is read to the end, for a seat: WON, 0 or -WON."""
    position, judge = position_of(state.marbles), Judge(state.scoring, state.ties)
    if rules.outcome(state):
        return WON * judge.end(position, seat is Seat.TWO)
    value = Search(judge).value(position, state.actor is Seat.TWO, _left(state))
    return value if state.actor is seat else -value


def _effect(before: State, after: State, seat: Seat) -> tuple[str, dict[str, object]]:
    """The effect of the push on the counts of both or, if there is none, on the places of the marbles."""
    own, other = ([_count(state, colour) for state in (before, after)] for colour in (seat, seat.other))
    gain, harm = own[1] - own[0], other[0] - other[1]
    if gain > 0 and gain >= harm:
        return "grows", {"before": own[0], "after": own[1]}
    if harm > 0:
        return "breaks", {"before": other[0], "after": other[1]}
    place, value = ("apart", _apart) if before.scoring == "product" else ("middle", _middle)
    if value(after, seat) > value(before, seat):
        return place, {}
    return "waits" if gain or harm else "quiet", {}


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
