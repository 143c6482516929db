"""The board as one integer: 64 bits for the white marbles, and above them 64 for the black.

Spaces are numbered as one reads, from a8 (which, like the other corners, is missing) to h1.
A line runs from an edge space straight across the field to the opposite edge space.
"""

from __future__ import annotations

from functools import lru_cache
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
    return sum(edge.white if marble == "W" else edge.black for edge, marble in zip(EDGES, ring, strict=True))


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


def gaps(marbles: int, edge: Edge) -> int:
    """B2.4: how far a marble may be pushed from here: as far as there are gaps in the field of its line."""
    return 6 - ((marbles | marbles >> BLACK) & edge.field).bit_count()


@lru_cache(maxsize=1 << 16)  # lines repeat all the time; what is on one decides the push alone
def push(line: int, move: str) -> int | None:
    """The marbles of a line after the one on its edge was pushed in, or None where that is too far.

    B2.3: gaps close only as far as the push needs, which is the first ``distance`` of them.
    """
    edge, distance = PUSHES[move]
    if distance > gaps(line, edge):
        return None
    content = [(line >> space & 1) | (line >> space + BLACK & 1) << BLACK for space in edge.spaces]
    edge_space, *field, opposite = content
    for _ in range(distance):
        field.remove(0)
    content = [0] * distance + [edge_space, *field, opposite]
    return sum(marble << space for marble, space in zip(content, edge.spaces, strict=True))


def can_push(marbles: int, black: bool) -> bool:
    """B2.6: has this colour a marble on the edge whose line has a gap?"""
    occupied = marbles | marbles >> BLACK
    for bit, field in _BLACK_STARTS if black else _WHITE_STARTS:
        if marbles & bit and occupied & field != field:
            return True
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


# B4: clockwise from b8: b8–g8, h7–h2, g1–b1, a2–a7.
EDGES: Final = tuple(map(_edge, (*range(1, 7), *range(15, 63, 8), *range(62, 56, -1), *range(48, 0, -8))))
PUSHES: Final = {move: (edge, distance) for edge in EDGES for distance, move in enumerate(edge.moves, start=1)}
_WHITE_STARTS: Final = tuple((edge.white, edge.field) for edge in EDGES)
_BLACK_STARTS: Final = tuple((edge.black, edge.field) for edge in EDGES)
