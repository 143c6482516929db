"""The effect of a push, marble by marble: the rules know only the line before and after."""

from __future__ import annotations

from typing import NamedTuple

from games.mabula.rules.board import BLACK, EDGES, PUSHES, Edge, gaps

EDGE_OF = {edge.spaces[0]: edge for edge in EDGES}


class Roll(NamedTuple):
    """A marble that a push moves: from where to where."""

    start: int
    stop: int


def rolls(marbles: int, move: str) -> tuple[Roll, ...]:
    """The pushed marble, and those that it rolls ahead, nearest first.

    B2.3: gaps close only as far as the push needs, so a marble moves by what is left when the gaps before it are full.
    """
    edge, distance = PUSHES[move]
    occupied = marbles | marbles >> BLACK
    moved = [Roll(edge.spaces[0], edge.spaces[distance])]
    left = distance
    for place in range(1, 7):
        if not occupied >> edge.spaces[place] & 1:
            left -= 1
        elif left > 0:
            moved.append(Roll(edge.spaces[place], edge.spaces[place + left]))
    return tuple(moved)


def row(marbles: int, move: str) -> tuple[int, ...]:
    """Where a push has ended: the space of the pushed marble and those of the marbles that touch it ahead, in line."""
    edge, distance = PUSHES[move]
    occupied = marbles | marbles >> BLACK
    touching: list[int] = []
    for space in edge.spaces[distance:7]:
        if not occupied >> space & 1:
            break
        touching.append(space)
    return tuple(touching)


def pushable(marbles: int, layer: int) -> list[Edge]:
    """The edge spaces of a colour from which a marble can be pushed."""
    return [edge for edge in EDGES if _is_on(marbles, edge, layer) and gaps(marbles, edge.field)]


def on_rim(marbles: int, layer: int) -> int:
    """How many marbles of a colour are still on the edge."""
    return sum(_is_on(marbles, edge, layer) for edge in EDGES)


def _is_on(marbles: int, edge: Edge, layer: int) -> bool:
    return bool(marbles >> edge.spaces[0] + layer & 1)
