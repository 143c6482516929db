"""The outline of a group of marbles, as an SVG path: along the borders of its spaces, a little inside them."""

from __future__ import annotations

from typing import TypeAlias

Point: TypeAlias = tuple[int, int]

_RIGHT, _DOWN, _LEFT, _UP = (1, 0), (0, 1), (-1, 0), (0, -1)


def outline(group: frozenset[int], *, size: int, margin: int, inset: int, round_by: int) -> str:
    """One closed loop round the group and one for every hole in it; spaces are numbered as the rules do."""
    return "".join(
        _path(loop, size=size, margin=margin, inset=inset, round_by=round_by) for loop in _loops(_borders(group))
    )


def _borders(group: frozenset[int]) -> dict[tuple[Point, Point], Point]:
    """The sides of its spaces with none of the group behind them: where each starts, which way it goes, where it ends.

    They run clockwise, so that the group is always on the right.
    """
    cells = {(space % 8, space // 8) for space in group}
    sides: dict[tuple[Point, Point], Point] = {}
    for x, y in cells:
        for beside, start, way in (
            ((x, y - 1), (x, y), _RIGHT),
            ((x + 1, y), (x + 1, y), _DOWN),
            ((x, y + 1), (x + 1, y + 1), _LEFT),
            ((x - 1, y), (x, y + 1), _UP),
        ):
            if beside not in cells:
                sides[start, way] = (start[0] + way[0], start[1] + way[1])
    return sides


def _loops(sides: dict[tuple[Point, Point], Point]) -> list[list[tuple[Point, Point, Point]]]:
    """The corners of each loop in turn: where, from which way, to which way."""
    left = dict(sorted(sides.items()))
    loops: list[list[tuple[Point, Point, Point]]] = []
    while left:
        first = start, way = next(iter(left))
        corners: list[tuple[Point, Point, Point]] = []
        while (start, way) in left:
            point = left.pop((start, way))
            # Where two spaces touch at a corner only, a right turn stays with the space whose border this is.
            onward = next(turn for turn in _turns(way) if (point, turn) in left or (point, turn) == first)
            if onward != way:
                corners.append((point, way, onward))
            start, way = point, onward
        loops.append(corners)
    return loops


def _turns(way: Point) -> tuple[Point, Point, Point]:
    x, y = way
    return (-y, x), way, (y, -x)


def _path(corners: list[tuple[Point, Point, Point]], *, size: int, margin: int, inset: int, round_by: int) -> str:
    drawn: list[str] = []
    for (x, y), (from_x, from_y), (to_x, to_y) in corners:
        # The inside is to the right of both ways: their right-hand normals move the corner in.
        corner_x = margin + size * x + inset * (-from_y - to_y)
        corner_y = margin + size * y + inset * (from_x + to_x)
        before = f"{corner_x - round_by * from_x} {corner_y - round_by * from_y}"
        after = f"{corner_x + round_by * to_x} {corner_y + round_by * to_y}"
        drawn.append(f"{'L' if drawn else 'M'}{before}Q{corner_x} {corner_y} {after}")
    return "".join(drawn) + "Z"
