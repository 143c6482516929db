"""The value of a position, as an estimate while the game goes on and for certain when it is over.

The two colours are judged apart, and what one is worth is kept: a push mostly leaves one of them as
it was, and the same marbles of one colour come up with many arrangements of the other.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from games.mabula.bots.board import FIELD, INNER, LAYER, WHITES, WIDTH
from games.mabula.bots.groups import flood, groups, result, sizes
from games.mabula.bots.weights import MARBLES, WEIGHTS

MOST_KNOWN: Final = 1 << 17  # colours kept: some 20 MB


class Worth(NamedTuple):
    """The worth of the marbles of one colour, part by part."""

    groups: tuple[tuple[int, float], ...]  # the marbles of each group in the field
    centre: float
    crowd: float


class Judge:
    """Judges positions of games with these options."""

    def __init__(self, scoring: str, ties: str) -> None:
        self.known: dict[int, float] = {}
        self._scoring = scoring
        self._ties = ties
        self._groups = WEIGHTS[scoring].groups
        self._stages = tuple(WEIGHTS[scoring].at(stage) for stage in range(MARBLES + 1))

    def value(self, position: int, black: bool) -> float:
        """An estimate, in points, for one side; the other's is its negative."""
        white_marbles, black_marbles = position & WHITES, position >> LAYER
        of_white = self.known.get(white_marbles)
        if of_white is None:
            of_white = self._learn(white_marbles)
        of_black = self.known.get(black_marbles)
        if of_black is None:
            of_black = self._learn(black_marbles)
        return of_black - of_white if black else of_white - of_black

    def end(self, position: int, black: bool) -> int:
        """Of a finished game: 1 for won, 0 for drawn, −1 for lost."""
        of_white = result(position, self._scoring, self._ties)
        return -of_white if black else of_white

    def worth(self, marbles: int) -> Worth:
        """The marbles of one colour. Those on the edge will have to come in, and count when they have."""
        field = marbles & FIELD
        centre, crowd = self._stages[field.bit_count()]
        return Worth(
            tuple((group, self._groups[group.bit_count()]) for group in groups(field)),
            centre * _centre(field),
            crowd * _crowd(field),
        )

    def _learn(self, marbles: int) -> float:
        """The sum of ``worth``, in half the time."""
        if len(self.known) >= MOST_KNOWN:
            self.known.clear()
        field = marbles & FIELD
        centre, crowd = self._stages[field.bit_count()]
        value = centre * _centre(field)
        if crowd:
            value += crowd * _crowd(field)
        for size in sizes(field):
            value += self._groups[size]
        self.known[marbles] = value
        return value


def _centre(field: int) -> int:
    """The rows and columns between each marble and the rim."""
    one, two, three, four = INNER
    return (
        (field & one).bit_count() + (field & two).bit_count() + (field & three).bit_count() + (field & four).bit_count()
    )


def _crowd(field: int) -> float:
    """Marbles that a single marble more would join, to the power of 1.5."""
    near = (field | field << 1 | field >> 1 | field << WIDTH | field >> WIDTH) & FIELD
    total = 0.0
    while near:
        crowd = flood(near & -near, near)
        total += (crowd & field).bit_count() ** 1.5
        near ^= crowd
    return total
