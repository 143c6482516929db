"""The board as the search sees it: one integer, made to be pushed on and flooded quickly.

It is the integer of the rules with a blank column after every row, so that a group can be
flooded by plain shifts: nothing on h is beside what lies on a, one row further.
A push is a number too: what to ``^`` the position with.
"""

from __future__ import annotations

from typing import Final

from games.mabula.rules.board import BLACK, EDGES, READY, WHITE, Edge, gaps, name_of, push

WIDTH: Final = 9
LAYER: Final = 72  # how far the black marbles lie above the white ones
WHITES: Final = (1 << LAYER) - 1


def position_of(marbles: int) -> int:
    """The marbles of a state, spread out."""
    rows = (((marbles >> 8 * row) & 255) << WIDTH * (row % 8) + LAYER * (row // 8) for row in range(16))
    return sum(rows)


def pushes(position: int, black: bool) -> list[tuple[int, int]]:
    """Every legal push of a colour: its number in ``MOVES`` and the position after it."""
    found: list[tuple[int, int]] = []
    for bit, line, known, first in _STARTS[black]:
        if position & bit:
            marbles = position & line
            changes = known.get(marbles)
            if changes is None:
                known[marbles] = changes = _changes(marbles, first // 6)
            number = first
            for change in changes:
                found.append((number, position ^ change))
                number += 1
    return found


def can_push(position: int, black: bool) -> bool:
    """B2.6: as ``games.mabula.rules.board.can_push``."""
    occupied = position | position >> LAYER
    return any(position & bit and occupied & field != field for bit, field in _OPENINGS[black])


def name_of_first(marbles: int) -> str:
    """The name of the first space with one of these marbles of one colour, as one reads."""
    row, column = divmod((marbles & -marbles).bit_length() - 1, WIDTH)
    return name_of(8 * row + column)


def _changes(marbles: int, number: int) -> tuple[int, ...]:
    """The changes that pushes of 1, 2 … spaces from this edge space make, by the rules themselves."""
    line, edge = _narrow(marbles), EDGES[number]
    ready = READY[BLACK if line & edge.black else WHITE]
    return tuple(marbles ^ position_of(push(line, ready, move)) for move in edge.moves[: gaps(line, edge.field)])


def _narrow(position: int) -> int:
    """The way back from ``position_of``."""
    rows = ((position >> WIDTH * (row % 8) + LAYER * (row // 8) & 255) << 8 * row for row in range(16))
    return sum(rows)


def _start(edge: Edge, first: int, black: bool) -> tuple[int, int, dict[int, tuple[int, ...]], int]:
    """The own marble's bit, the line but for its far end (B2.4), what pushes are known, the first move's number."""
    far = 1 << edge.spaces[7]
    line = edge.line & ~(far | far << BLACK)
    return position_of(edge.black if black else edge.white), position_of(line), {}, first


MOVES: Final = tuple(move for edge in EDGES for move in edge.moves)
FIELD: Final = position_of(sum(1 << 8 * row + column for row in range(1, 7) for column in range(1, 7)))  # white layer
INNER: Final = tuple(  # rows and columns of the field with one, and with two, between them and the rim
    position_of(sum(1 << 8 * row + column for row in rows for column in columns))
    for rows, columns in (
        (range(2, 6), range(1, 7)),
        (range(3, 5), range(1, 7)),
        (range(1, 7), range(2, 6)),
        (range(1, 7), range(3, 5)),
    )
)
EDGE: Final = position_of(sum(edge.white | edge.black for edge in EDGES))
_STARTS: Final = tuple(
    tuple(_start(edge, 6 * number, black) for number, edge in enumerate(EDGES)) for black in (False, True)
)
_OPENINGS: Final = tuple(
    tuple((position_of(edge.black if black else edge.white), position_of(edge.field)) for edge in EDGES)
    for black in (False, True)
)
