"""The weights of the judgement, for each of the two scorings.

Chosen among a handful of sets by matches of some hundred games one and two pushes deep, and scaled
so that one unit is about one point of the final count. The largest group is won in the middle of
the field, where marbles meet from all sides. The product is won by many groups of two to four, so
marbles keep to the rim and away from each other. Mobility and the ways still open between groups
added nothing to a forecast of the result, in a sample of a hundred games; they are left out, which
also lets the colours be judged apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Final

MARBLES: Final = 12  # of a colour


@dataclass(frozen=True, slots=True)
class Weights:
    """The pairs are for an empty field and for one with all marbles of the colour."""

    groups: tuple[float, ...]  # a group of 0, 1, 2 … marbles
    centre: tuple[float, float]  # a marble for each row and column that lies between it and the rim
    crowd: tuple[float, float]  # marbles no two spaces apart, in number to the power of 1.5

    def at(self, stage: int) -> tuple[float, float]:
        """The weights of centre and crowd when so many marbles of the colour are in the field."""
        share = stage / MARBLES
        centre, crowd = (early + (late - early) * share for early, late in (self.centre, self.crowd))
        return centre, crowd


WEIGHTS: Final = {
    "largest": Weights(
        groups=tuple(0.1 * size**1.8 for size in range(MARBLES + 1)),
        centre=(0.2, 0.1),
        crowd=(0.0, 0.0),
    ),
    "product": Weights(
        groups=(0.0, -0.4, *(4 * log(size) for size in range(2, MARBLES + 1))),
        centre=(-1.5, -0.4),
        crowd=(-0.8, -0.4),
    ),
}
