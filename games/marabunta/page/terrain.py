"""The still part of a territory's picture: outlines, seams and lines as SVG paths, worked out once.

Everything is in whole units: a hex has its corners 46 to the left and right of its centre and its flat sides
40 above and below, which is regular to half a percent and keeps the paths short.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Final, TypeAlias

from games.marabunta.rules.board import REGIONS, Board, bits, load_board

Point: TypeAlias = tuple[int, int]
Edge: TypeAlias = tuple[Point, Point]

ACROSS: Final = 69  # from a column to the next
HALF: Final = 40  # from a centre to the flat side above or below
RIM: Final = 8  # of the cardboard, round the hexes
CORNERS: Final = ((46, 0), (23, 40), (-23, 40), (-46, 0), (-23, -40), (23, -40))  # clockwise


@dataclass(frozen=True, slots=True)
class Sign:
    """Where a patch of a region carries the region's glyph."""

    region: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Terrain:
    """One territory side, as paths."""

    view_box: str
    centres: Mapping[int, Point]  # of every hex, by its bit
    outline: str
    regions: tuple[tuple[str, str], ...]  # key and outline
    lines: str  # between the hexes of a region
    seams: str  # between regions
    signs: tuple[Sign, ...]


@cache
def terrain(territory: str) -> Terrain:
    board = load_board(territory, "forager")  # all colony sides lie on the same territory
    centres = _centres(board)
    across, down = zip(*centres.values(), strict=True)
    left, right = min(across) - CORNERS[0][0] - RIM, max(across) + CORNERS[0][0] + RIM
    top, bottom = min(down) - HALF - RIM, max(down) + HALF + RIM
    return Terrain(
        view_box=f"{left} {top} {right - left} {bottom - top}",
        centres=centres,
        outline=_path(_loops(_rim(centres.values()))),
        regions=tuple(
            (key, _path(_loops(_rim(centres[hex] for hex in bits(hexes)))))
            for key, hexes in zip(REGIONS, board.regions, strict=True)
        ),
        lines=_path(_trails(lines(board))),
        seams=_path(_trails(seams(board))),
        signs=tuple(_signs(board, centres)),
    )


def seams(board: Board) -> set[Edge]:
    """The sides of hexes that part two regions; each once."""
    return {edge for edge, hexes in _sides(board).items() if len(hexes) == 2 and not _is_one_region(board, hexes)}


def lines(board: Board) -> set[Edge]:
    """The sides between two hexes of the same region; each once."""
    return {edge for edge, hexes in _sides(board).items() if len(hexes) == 2 and _is_one_region(board, hexes)}


def _centres(board: Board) -> dict[int, Point]:
    top = min(2 * r + q for q, r in board.columns)
    return {1 << n: (ACROSS * q, HALF * (2 * r + q - top + 1)) for n, (q, r) in enumerate(board.columns)}


def _corners(centre: Point) -> list[Point]:
    return [(centre[0] + x, centre[1] + y) for x, y in CORNERS]


def _edges(centre: Point) -> Iterator[Edge]:
    corners = _corners(centre)
    return pairwise([*corners, corners[0]])


def _sides(board: Board) -> dict[Edge, list[int]]:
    """Every side of every hex, whichever way it runs, with the one or two hexes it belongs to."""
    found: dict[Edge, list[int]] = defaultdict(list)
    for hex, centre in _centres(board).items():
        for start, end in _edges(centre):
            found[min(start, end), max(start, end)].append(hex)
    return found


def _is_one_region(board: Board, hexes: Iterable[int]) -> bool:
    both = sum(hexes)
    return any(region & both == both for region in board.regions)


def _rim(centres: Iterable[Point]) -> dict[Point, Point]:
    """The sides behind which there is none of these hexes, from start to end."""
    edges = {edge for centre in centres for edge in _edges(centre)}
    return {start: end for start, end in edges if (end, start) not in edges}


def _loops(rim: dict[Point, Point]) -> Iterator[list[Point]]:
    while rim:
        loop = [min(rim)]
        while loop[-1] in rim:
            loop.append(rim.pop(loop[-1]))
        yield loop


def _trails(edges: set[Edge]) -> Iterator[list[Point]]:
    """All these edges, each once, in as few strokes of the pen as a simple walk finds."""
    ways: dict[Point, list[Point]] = defaultdict(list)
    for start, end in sorted(edges):
        ways[start].append(end)
        ways[end].append(start)
    while ways:
        trail = [min(ways, key=lambda point: (len(ways[point]) % 2 == 0, point))]
        while ways.get(trail[-1]):
            here, there = trail[-1], ways[trail[-1]][0]
            for one, other in ((here, there), (there, here)):
                ways[one].remove(other)
                if not ways[one]:
                    del ways[one]
            trail.append(there)
        yield trail


def _path(strokes: Iterable[list[Point]]) -> str:
    """As short as paths get: relative steps, one letter for many, no needless spaces."""
    return "".join(map(_stroke, strokes))


def _stroke(points: list[Point]) -> str:
    is_closed = points[0] == points[-1]
    text, last = f"M{points[0][0]} {points[0][1]}", ""
    for (x, y), (to_x, to_y) in pairwise(points[: -1 if is_closed else None]):
        letter, numbers = ("l", (to_x - x, to_y - y)) if y != to_y else ("h", (to_x - x,))
        for place, number in enumerate(numbers):
            gap = letter if not place and letter != last else "" if number < 0 else " "
            text += f"{gap}{number}"
        last = letter
    return text + "z" * is_closed


def _signs(board: Board, centres: Mapping[int, Point]) -> Iterator[Sign]:
    """One for every patch: where its hexes meet, for marks and digits stand in the middle of hexes."""
    for key, hexes in zip(REGIONS, board.regions, strict=True):
        for patch in _patches(board, hexes):
            yield Sign(key, *_meeting(board, centres, patch))


def _patches(board: Board, hexes: int) -> Iterator[int]:
    while hexes:
        patch = hexes & -hexes
        while more := hexes & ~patch & _beside(board, patch):
            patch |= more
        yield patch
        hexes &= ~patch


def _beside(board: Board, patch: int) -> int:
    beside = 0
    for hex in bits(patch):
        beside |= board.place[hex].beside
    return beside


def _meeting(board: Board, centres: Mapping[int, Point], patch: int) -> Point:
    """The middle of three hexes, or else of two, near the middle of the patch; best where nothing lies on them."""
    inside = [centres[hex] for hex in bits(patch)]
    middle = [sum(place) / len(inside) for place in zip(*inside, strict=True)]
    treasures = board.cupcakes | board.crates

    def badness(hexes: int) -> tuple[int, int, float]:
        x, y = _middle([centres[hex] for hex in bits(hexes)])
        far = (x - middle[0]) ** 2 + (y - middle[1]) ** 2
        return -hexes.bit_count(), (hexes & treasures).bit_count(), far

    sets = (place.hexes for size in (2, 3) for place in board.places[size] if place.hexes & patch == place.hexes)
    return _middle([centres[hex] for hex in bits(min(sets, key=badness))])


def _middle(points: list[Point]) -> Point:
    return round(sum(x for x, _ in points) / len(points)), round(sum(y for _, y in points) / len(points))
