"""How the largest groups grew, as a chart of two lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.contract import CHANCE
from games.mabula.page.sides import Side
from games.mabula.rules import State, groups

WIDTH: Final = 290
HEIGHT: Final = 120


@dataclass(frozen=True, slots=True)
class Line:
    side: str
    title: str
    points: str  # of an SVG polyline
    end: tuple[int, int]
    size: int  # at the end


@dataclass(frozen=True, slots=True)
class Level:
    """A line across the chart, with its number."""

    size: int
    y: int


@dataclass(frozen=True, slots=True)
class Row:
    """The same in figures: the largest groups after so many pushes."""

    pushes: int
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Chart:
    lines: tuple[Line, ...]
    levels: tuple[Level, ...]
    rows: tuple[Row, ...]
    width: int = WIDTH
    height: int = HEIGHT


def chart(rounds: Sequence[State]) -> Chart | None:
    """Of a game given state by state; None where there is nothing to see yet."""
    played = [state for state in rounds if state.actor is not CHANCE]
    if len(played) < 2:
        return None
    sizes = {side: [_largest(state, side) for state in played] for side in Side}
    most = max(max(sizes[side]) for side in Side)
    return Chart(
        lines=tuple(_line(side, sizes[side], most) for side in Side),
        levels=tuple(Level(size, _height(size, most)) for size in range(0, most + 1, 1 if most < 6 else 2)),
        rows=tuple(Row(number, *both) for number, both in enumerate(zip(*sizes.values(), strict=True))),
    )


def _line(side: Side, sizes: Sequence[int], most: int) -> Line:
    points = [(round(number * WIDTH / (len(sizes) - 1)), _height(size, most)) for number, size in enumerate(sizes)]
    return Line(side.value, side.title, " ".join(f"{x},{y}" for x, y in points), points[-1], sizes[-1])


def _height(size: int, most: int) -> int:
    return HEIGHT - round(size * HEIGHT / most)


def _largest(state: State, side: Side) -> int:
    return max(map(len, groups(state.marbles, side.layer)), default=0)
