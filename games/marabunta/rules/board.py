"""The boards as data: a territory of hexes, and the colony side both players use.

A set of hexes is an integer, one bit for each hex in board-file order. What the rules ask
of a board again and again (neighbours, touching pairs, triangles) is worked out once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from importlib.resources import files
from operator import or_
from typing import Any, Final, NamedTuple

REGIONS: Final = ("pink", "orange", "yellow", "green", "blue", "violet")  # canonical order, M11
LETTERS: Final = "POYGBV"
CIRCLES: Final = 10  # on every leaf (M1.5), of which
PRINTED: Final = 2  # are printed in each player's colour
BLANK: Final = CIRCLES - 2 * PRINTED
CUPCAKE_HEXES: Final = 6  # an area, as the regions are areas 0 to 5
ANYWHERE: Final = 7


@dataclass(frozen=True, slots=True)
class Place:
    """Hexes marked together: one, a touching pair or a triangle."""

    name: str  # as notation writes it: d4 or d4,d5
    hexes: int
    beside: int  # every hex that shares a side with one of them
    regions: tuple[int, ...]  # those they lie in, each as all its hexes
    areas: tuple[int, ...]  # the same, and the cupcake hexes if there is one among them
    cupcakes: int  # how many of them hold a cupcake
    crates: int  # and a crate


class Group(NamedTuple):
    """A group of crates and the power behind it (M1.6)."""

    power: str
    crates: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Board:
    """One territory side with one colony side. Boards are compared by identity: load each once."""

    territory: str
    colony: str
    names: tuple[str, ...]
    columns: tuple[tuple[int, int], ...]  # (q, r) of every hex, for drawings
    regions: tuple[int, ...]  # the hexes of each region
    areas: tuple[int, ...]  # the regions, CUPCAKE_HEXES and ANYWHERE
    cupcakes: int
    crates: int
    whole: int  # every hex
    places: tuple[tuple[Place, ...], ...]  # [1] single hexes, [2] touching pairs, [3] triangles
    place: Mapping[int, Place]  # by the bits of their hexes
    name: Mapping[int, str]  # of a hex, by its bit
    anthills: int
    row: tuple[int, ...]  # points above the spaces of the cupcake row
    groups: tuple[Group, ...]
    sizes: tuple[int, ...]  # the crates of each group

    @classmethod
    def from_json(cls, territory: Mapping[str, Any], colony: Mapping[str, Any]) -> Board:
        """M1.7: any board files of this shape."""
        hexes = territory["hexes"]
        names = tuple(hex["id"] for hex in hexes)
        columns = tuple((hex["q"], hex["r"]) for hex in hexes)
        regions = tuple(_where(hexes, "region", region) for region in REGIONS)
        cupcakes, crates = (_where(hexes, "content", content) for content in ("cupcake", "crate"))
        whole = (1 << len(hexes)) - 1
        beside = _neighbours(columns)
        places = tuple(
            tuple(_place(set_, names, beside, regions, cupcakes, crates) for set_ in sets) for sets in _touching(beside)
        )
        return cls(
            territory=territory["key"],
            colony=colony["key"],
            names=names,
            columns=columns,
            regions=regions,
            areas=(*regions, cupcakes, whole),
            cupcakes=cupcakes,
            crates=crates,
            whole=whole,
            places=places,
            place={place.hexes: place for sets in places for place in sets},
            name={1 << number: name for number, name in enumerate(names)},
            anthills=colony["anthills"],
            row=tuple(colony["cupcake_row"]),
            groups=tuple(Group(group["power"], group["crates"]) for group in colony["groups"]),
            sizes=tuple(group["crates"] for group in colony["groups"]),
        )

    def __reduce__(self) -> tuple[object, ...]:
        """A stored state names its board, one of those we ship, and finds it again."""
        return load_board, (self.territory, self.colony)

    def __repr__(self) -> str:
        return f"<{self.territory}/{self.colony}>"

    def names_in(self, hexes: int) -> list[str]:
        """The names of these hexes, in board-file order."""
        found, name = [], self.name
        while hexes:
            low = hexes & -hexes
            found.append(name[low])
            hexes ^= low
        return found


def load_board(territory: str, colony: str) -> Board:
    """The board of a pair of sides that we ship (M2.1): always the same one."""
    return _load(territory, colony)


@cache
def _load(territory: str, colony: str) -> Board:
    folder = files("games.marabunta") / "boards"
    sides = (f"territory-{territory}.json", f"colony-{colony}.json")
    return Board.from_json(*(json.loads((folder / side).read_text("utf-8")) for side in sides))


def bits(number: int) -> Iterator[int]:
    """The single bits of a set, lowest first."""
    while number:
        low = number & -number
        yield low
        number ^= low


def _neighbours(columns: tuple[tuple[int, int], ...]) -> list[int]:
    """The hexes that share a side with each hex."""
    index = {place: hex for hex, place in enumerate(columns)}
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    return [sum(1 << index[q + dq, r + dr] for dq, dr in steps if (q + dq, r + dr) in index) for q, r in columns]


def _touching(beside: list[int]) -> list[list[tuple[int, ...]]]:
    """Sets of mutually touching hexes, by their size: none, single hexes, pairs, triangles."""
    sizes: list[list[tuple[int, ...]]] = [[], [(hex,) for hex in range(len(beside))]]
    for size in (1, 2):
        sizes.append(
            [
                (*hexes, more)
                for hexes in sizes[size]
                for more in range(hexes[-1] + 1, len(beside))
                if all(beside[hex] >> more & 1 for hex in hexes)
            ]
        )
    return sizes


def _place(
    hexes: tuple[int, ...],
    names: tuple[str, ...],
    beside: list[int],
    regions: tuple[int, ...],
    cupcakes: int,
    crates: int,
) -> Place:
    set_ = sum(1 << hex for hex in hexes)
    return Place(
        name=",".join(names[hex] for hex in hexes),
        hexes=set_,
        beside=reduce(or_, (beside[hex] for hex in hexes)),
        regions=tuple(region for region in regions if region & set_),
        areas=tuple(area for area in (*regions, cupcakes) if area & set_),
        cupcakes=(cupcakes & set_).bit_count(),
        crates=(crates & set_).bit_count(),
    )


def _where(hexes: list[dict[str, Any]], field: str, value: str) -> int:
    return sum(1 << number for number, hex in enumerate(hexes) if hex[field] == value)
