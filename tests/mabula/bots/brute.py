"""The value of a position, found by playing every game that can follow through the rules."""

from functools import cache

from games.contract import Seat
from games.mabula import rules
from games.mabula.rules import State


@cache
def value(state: State) -> int:
    """For white: 1 for won, 0 for drawn, −1 for lost."""
    if ended := rules.outcome(state):
        return 0 if ended.winner is None else 1 if ended.winner is Seat.ONE else -1
    values = [value(rules.apply(state, move)) for move in rules.legal(state)]
    return max(values) if state.actor is Seat.ONE else min(values)
