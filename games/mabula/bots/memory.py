"""The results that a search remembers of positions it has looked at."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Bound(Enum):
    """The relation of a stored value to the true one."""

    EXACT = "exact"
    LOWER = "lower"  # it was too good to be looked at further
    UPPER = "upper"  # no push reached it


class Known(NamedTuple):
    depth: int
    bound: Bound
    value: float  # for the side to move
    best: int  # the number of the best push

    def answers(self, depth: int, alpha: float, beta: float) -> bool:
        """Is this enough for a search so deep, with this window?"""
        if self.depth < depth:
            return False
        if self.bound is Bound.LOWER:
            return self.value >= beta
        return self.bound is Bound.EXACT or self.value <= alpha

    def refutes(self, depth: int, beta: float) -> bool:
        """Whether a search of this depth shows that the push to this position is too good for the other to allow it."""
        return self.depth >= depth and self.bound is not Bound.LOWER and -self.value >= beta


def known(depth: int, value: float, best: int, alpha: float, beta: float) -> Known:
    """The value that a search with this window came to."""
    bound = Bound.LOWER if value >= beta else Bound.UPPER if value <= alpha else Bound.EXACT
    return Known(depth, bound, value, best)
