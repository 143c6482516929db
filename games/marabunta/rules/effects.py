"""Everything that can be resolved, as data: die faces (M4), tiles (M5) and powers (M8).

Each is one of a few shapes with other numbers in it. How a shape is played is in marks.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from games.marabunta.rules.board import ANYWHERE, CUPCAKE_HEXES, LETTERS

FACES: Final = "0123FC"  # F is a leaf, C a crate (M1.2)


class Shape(Enum):
    WRITE = "@"  # numbers on hexes
    CROSS = "x"  # hexes crossed out
    FILL = "*"  # circles on leaves
    CRATE = "#"  # crates on the own colony board
    CUPCAKES = "cupcakes"  # spaces of the own cupcake row: never asks
    POINTS = "points"  # never asks
    AGAIN = "="  # a die of the own pool once more


# Bound once: looking a member up on its enum costs as much as a rule does.
WRITE, CROSS, FILL, CRATE, CUPCAKES, POINTS, AGAIN = Shape


@dataclass(frozen=True, slots=True)
class Effect:
    key: str
    shape: Shape
    clause: str  # M4.3, or a row of a table: M5:one
    count: int = 1  # hexes, leaves, spaces or points
    number: int = 0  # the number that is written
    area: int = ANYWHERE  # only there: a region, by its place in canonical order, or CUPCAKE_HEXES
    is_free: bool = False  # neither adjacency nor an anthill (M5, M8)
    may_decline: bool = False  # if it can only be used by spending an anthill (M8.2)

    @property
    def region(self) -> int | None:
        """The region it is bound to, if any."""
        return self.area if self.area < len(LETTERS) else None

    @property
    def cupcakes_only(self) -> bool:
        return self.area == CUPCAKE_HEXES


def _die(region: int, face: str) -> Effect:
    key = LETTERS[region] + face
    match face:
        case "F":
            return Effect(key, FILL, "M4.5", area=region)
        case "C":
            return Effect(key, CRATE, "M4.6")
        case "0":
            return Effect(key, WRITE, "M4.4")
        case _:
            return Effect(key, WRITE, "M4.3", number=int(face), area=region)


DICE: Final = tuple({face: _die(region, face) for face in FACES} for region in range(6))

TILES: Final = {
    tile.key: tile
    for tile in (
        Effect("two-crates", CRATE, "M5:two-crates", count=2),
        Effect("two-leaves", FILL, "M5:two-leaves", count=2),
        Effect("one", WRITE, "M5:one", number=1),
        Effect("two-zeros", WRITE, "M5:two-zeros", count=2),
        Effect("free-zero", WRITE, "M5:free-zero", is_free=True),
        Effect("cross-two", CROSS, "M5:cross-two", count=2, is_free=True),
        Effect("die-again", AGAIN, "M5.1"),
        Effect("cupcake", CROSS, "M5:cupcake", is_free=True, area=CUPCAKE_HEXES),
    )
}

POWERS: Final = {
    power.key: power
    for power in (
        Effect("one", WRITE, "M8:one", number=1, may_decline=True),
        Effect("two", WRITE, "M8:two", number=2, may_decline=True),
        Effect("free-zero", WRITE, "M8:free-zero", is_free=True),
        Effect("free-three", WRITE, "M8:free-three", number=3, is_free=True),
        Effect("two-cupcakes", CUPCAKES, "M8:two-cupcakes", count=2),
        Effect("points-2", POINTS, "M8:points-2", count=2),
        Effect("points-3", POINTS, "M8:points-3", count=3),
        Effect("triple-one", WRITE, "M8:triple-one", count=3, number=1, may_decline=True),
        Effect("cross-two", CROSS, "M8:cross-two", count=2, is_free=True),
        Effect("two-leaves", FILL, "M8:two-leaves", count=2),
    )
}

ONE_CRATE: Final = Effect("crate", CRATE, "M7.2")  # a crate hex, or the second crate of a tile
