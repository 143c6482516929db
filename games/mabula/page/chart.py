"""What counts in a game, push by push, as a chart of two lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.contract import CHANCE
from games.mabula.page.sides import Side
from games.mabula.rules import State
from games.mabula.rules.scoring import tally

WIDTH: Final = 270
HEIGHT: Final = 120
APART: Final = 16  # that far the signs and figures of both sides keep, at the ends of their lines


@dataclass(frozen=True, slots=True)
class Line:
    side: str
    title: str
    points: str  # of an SVG polyline
    end: tuple[int, int]
    value: int  # at the end
    label: int  # how high the side's sign and the value stand, beside the end


@dataclass(frozen=True, slots=True)
class Level:
    """A line across the chart, with its number."""

    value: int
    y: int


@dataclass(frozen=True, slots=True)
class Row:
    """The same in figures: the points of both after so many pushes."""

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
    rows = tuple(
        Row(pushes, *tally(state).points)
        for pushes, state in enumerate(state for state in rounds if state.actor is not CHANCE)
    )
    if len(rows) < 2:
        return None
    white, black = [row.white for row in rows], [row.black for row in rows]
    most = max(*white, *black)
    labels = _apart(_height(white[-1], most), _height(black[-1], most))
    step = next(step for step in (1, 2, 5, 10, 20) if most <= 6 * step)  # of twelve marbles no product is over 81
    return Chart(
        lines=(_line(Side.WHITE, white, most, labels[0]), _line(Side.BLACK, black, most, labels[1])),
        levels=tuple(Level(value, _height(value, most)) for value in range(0, most + 1, step)),
        rows=rows,
    )


def _line(side: Side, values: Sequence[int], most: int, label: int) -> Line:
    points = [(round(number * WIDTH / (len(values) - 1)), _height(value, most)) for number, value in enumerate(values)]
    drawn = " ".join(f"{x},{y}" for x, y in points)
    return Line(side.value, side.title, drawn, points[-1], values[-1], label)


def _height(value: int, most: int) -> int:
    return HEIGHT - round(value * HEIGHT / most)


def _apart(white: int, black: int) -> tuple[int, int]:
    """Two heights, moved apart within the chart if they are too close; White is above where both are the same."""
    upper, lower = sorted((white, black))
    if lower - upper < APART:
        upper = min(max((upper + lower - APART) // 2, 0), HEIGHT - APART)
        lower = upper + APART
    return (upper, lower) if white <= black else (lower, upper)
