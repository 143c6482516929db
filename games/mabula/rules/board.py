"""The board as one integer: 64 bits for the white marbles, and above them 64 for the black.

Spaces are numbered as one reads, from a8 (which, like the other corners, is missing) to h1.
A line runs from an edge space straight across the field to the opposite edge space.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Final, NamedTuple

BLACK: Final = 64  # how far the black layer lies above the white one
WHITE: Final = 0
CORNERS: Final = (0, 7, 56, 63)  # B1.1


class Edge(NamedTuple):
    """An edge space and the line that starts there."""

    white: int  # the bit of a white marble here
    black: int
    line: int  # all bits of the line, both layers
    field: int  # its six field spaces, white layer
    spaces: tuple[int, ...]  # the eight of the line, from here to the opposite edge
    moves: tuple[str, ...]  # the pushes of 1 to 6 spaces, in notation (B4)


class Changes(dict[int, int]):
    """The changes that a push makes, by the marbles on its line; each is worked out at its first use.

    Lines that start on the same side are alike, and what is on one decides the push alone: all that
    there can ever be in here are some 35,000 of them.
    """

    def __init__(self, spaces: tuple[int, ...], colour: int, distance: int) -> None:
        self.spaces = spaces
        self.field = sum(1 << space for space in spaces[1:7])
        self.colour = colour
        self.distance = distance

    def __missing__(self, line: int) -> int:
        """B2.3: gaps close only as far as the push needs, which is the first ``distance`` of them.

        KeyError without an own marble to push (B2.2), and where it would go too far (B2.4).
        """
        content = [(line >> space & 1) | (line >> space + BLACK & 1) << BLACK for space in self.spaces]
        marble, *field, opposite = content
        if marble != 1 << self.colour or self.distance > gaps(line, self.field):
            raise KeyError(line)
        for _ in range(self.distance):
            field.remove(0)
        content = [0] * self.distance + [marble, *field, opposite]
        pushed = sum(marble << space for marble, space in zip(content, self.spaces, strict=True))
        self[line] = change = line ^ pushed
        return change


class Push(NamedTuple):
    """A push of one colour from an edge space over a distance, ready to be made on any board."""

    shift: int  # how far its line lies from the first row or column,
    line: int  # and all bits of that one, both layers
    changes: Changes  # the changes that the push makes there


def name_of(space: int) -> str:
    """B1.1: files a–h left to right, ranks 1–8 bottom to top."""
    return "abcdefgh"[space % 8] + "87654321"[space // 8]


def space_of(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * "87654321".index(name[1])


def is_edge(space: int) -> bool:
    return space // 8 in (0, 7) or space % 8 in (0, 7)


def is_legal_ring(ring: str) -> bool:
    """B1.2: twelve of each colour, and never three of one colour in a row, going round."""
    around = ring + ring[:2]
    return ring.count("W") == ring.count("B") == 12 and "WWW" not in around and "BBB" not in around


def lay(ring: str) -> int:
    """The board with these marbles on its edge, clockwise from b8."""
    top, right, bottom, left = _SIDES
    return top[ring[:6]] | right[ring[6:12]] | bottom[ring[12:18]] | left[ring[18:]]


def picture(marbles: int) -> str:
    """Eight rows of eight, rank 8 first: ``W``, ``B``, ``.`` and a blank for a missing corner."""
    drawn = "".join(
        " " if space in CORNERS else "W" if marbles >> space & 1 else "B" if marbles >> space + BLACK & 1 else "."
        for space in range(64)
    )
    return "\n".join(drawn[row : row + 8] for row in range(0, 64, 8))


def read_picture(drawn: str) -> int:
    """The board that ``picture`` draws so."""
    content = drawn.replace("\n", "")
    layers = {"W": WHITE, "B": BLACK}
    return sum(1 << space + layers[marble] for space, marble in enumerate(content) if marble in layers)


def gaps(marbles: int, field: int) -> int:
    """B2.4: how far a marble may be pushed: as far as there are gaps in the field of its line."""
    return 6 - ((marbles | marbles >> BLACK) & field).bit_count()


def push(marbles: int, pushes: Mapping[str, Push], move: str) -> int:
    """The board after one of these pushes. KeyError where it is none of them, or not possible."""
    shift, line, changes = pushes[move]
    return marbles ^ changes[marbles >> shift & line] << shift


def can_push(marbles: int, black: bool) -> bool:
    """B2.6: has this colour a marble on the edge whose line has a gap?"""
    starts = marbles & (_BLACK_EDGE if black else _WHITE_EDGE)
    occupied = marbles | marbles >> BLACK
    while starts:
        start = starts & -starts
        field = _FIELDS[start]
        if occupied & field != field:
            return True
        starts ^= start
    return False


def _edge(space: int) -> Edge:
    row, column = divmod(space, 8)
    if row == 0:
        spaces = range(space, 64, 8)
    elif row == 7:
        spaces = range(space, -1, -8)
    elif column == 0:
        spaces = range(space, space + 8)
    else:
        spaces = range(space, space - 8, -1)
    field, line = (sum(1 << place for place in places) for places in (spaces[1:7], spaces))
    moves = tuple(f"{name_of(space)}-{name_of(stop)}" for stop in spaces[1:7])
    return Edge(1 << space, 1 << space + BLACK, line | line << BLACK, field, tuple(spaces), moves)


def _side(edges: tuple[Edge, ...]) -> dict[str, int]:
    """Every way to lay marbles on one side, by their colours as the ring names them."""
    return {
        "".join(marbles): sum(
            edge.white if marble == "W" else edge.black for edge, marble in zip(edges, marbles, strict=True)
        )
        for marbles in product("WB", repeat=len(edges))
    }


def _ready(colour: int) -> dict[str, Push]:
    """Every push of a colour, by its notation."""
    changes: dict[tuple[tuple[int, ...], int], Changes] = {}
    ready = {}
    for edge in EDGES:
        shift = min(edge.spaces)
        spaces = tuple(space - shift for space in edge.spaces)
        for distance, move in enumerate(edge.moves, start=1):
            alike = changes.setdefault((spaces, distance), Changes(spaces, colour, distance))
            ready[move] = Push(shift, edge.line >> shift, alike)
    return ready


# B4: clockwise from b8: b8–g8, h7–h2, g1–b1, a2–a7.
EDGES: Final = tuple(map(_edge, (*range(1, 7), *range(15, 63, 8), *range(62, 56, -1), *range(48, 0, -8))))
PUSHES: Final = {move: (edge, distance) for edge in EDGES for distance, move in enumerate(edge.moves, start=1)}
READY: Final = {colour: _ready(colour) for colour in (WHITE, BLACK)}
_SIDES: Final = tuple(_side(EDGES[start : start + 6]) for start in (0, 6, 12, 18))
_WHITE_EDGE: Final = sum(edge.white for edge in EDGES)
_BLACK_EDGE: Final = sum(edge.black for edge in EDGES)
_FIELDS: Final = {start: edge.field for edge in EDGES for start in (edge.white, edge.black)}
