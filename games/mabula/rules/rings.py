"""The legal rings (B1.2): how many there are, which of them has which number, and both ways to draw one (B4).

Both give every legal ring the same chance. A game keeps the way that it began with.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from games.chance import Chance
from games.mabula.rules.board import is_legal_ring

MARBLES: Final = 12  # of each colour


def drawn(chance: Chance) -> str:
    """One draw: the number of the ring in the alphabetical list of all that are legal."""
    return ring_of(chance.draw(COUNT))


def shuffled(chance: Chance) -> str:
    """As it was done first: twelve white and twelve black marbles are shuffled until the ring is legal."""
    while True:
        ring = list("W" * MARBLES + "B" * MARBLES)
        for place in range(len(ring) - 1, 0, -1):
            pick = chance.draw(place + 1)
            ring[place], ring[pick] = ring[pick], ring[place]
        if is_legal_ring("".join(ring)):
            return "".join(ring)


def ring_of(number: int) -> str:
    """The legal ring of this number, from 0, in alphabetical order. Nothing is listed: rings are counted instead."""
    ring = ""
    for _ in range(2 * MARBLES):
        with_black = _count(ring + "B")
        if number < with_black:
            ring += "B"
        else:
            number -= with_black
            ring += "W"
    return ring


def number_of(ring: str) -> int:
    """The number of a legal ring: how many there are before it in alphabetical order."""
    return sum(_count(ring[:place] + "B") for place, marble in enumerate(ring) if marble == "W")


def _count(begun: str) -> int:
    """How many legal rings begin so. Only the seam, the last three and how many are left matter."""
    return _ways(begun[:2], begun[-3:], MARBLES - begun.count("W"), MARBLES - begun.count("B"))


@cache
def _ways(first: str, last: str, whites: int, blacks: int) -> int:
    """The ways to go on from the last three marbles, with so many left, until the ring closes at the first two."""
    if last in ("WWW", "BBB") or whites < 0 or blacks < 0:
        return 0
    if whites == blacks == 0:
        seam = last[1:] + first
        return int("WWW" not in seam and "BBB" not in seam)
    with_white = _ways((first + "W")[:2], (last + "W")[-3:], whites - 1, blacks)
    return with_white + _ways((first + "B")[:2], (last + "B")[-3:], whites, blacks - 1)


COUNT: Final = _count("")
