"""The points round by round, as two lines to be drawn and as the table behind them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.marabunta.rules import Phase, State, tally

LEFT, RIGHT, TOP, BOTTOM = 34, 300, 14, 164  # of the field, in the units of the drawing
APART = 17  # that far the two values at the ends of the lines keep


@dataclass(frozen=True, slots=True)
class Row:
    """A round and the points after it."""

    number: int
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    side: str
    path: str
    dots: tuple[tuple[int, int], ...]
    value: int
    label: int  # where the value stands


@dataclass(frozen=True, slots=True)
class Chart:
    rows: tuple[Row, ...]
    lines: tuple[Line, Line]
    rounds: tuple[tuple[int, int], ...]  # numbers along the bottom
    grid: tuple[tuple[int, int], ...]  # numbers along the side


def chart(states: Iterable[State]) -> Chart | None:
    """From the states at the ends of the rounds; nothing to draw with fewer than two."""
    after = {_rounds_played(state): tally(state).points for state in states}
    rows = tuple(Row(number, points) for number, points in sorted(after.items()) if number)
    if len(rows) < 2:
        return None
    most = max(max(row.points) for row in rows)
    step = 5 if most <= 30 else 10
    top = max(step, -(-most // step) * step)
    x = {row.number: _scaled(row.number, rows[0].number, rows[-1].number, LEFT, RIGHT) for row in rows}
    dots = [tuple((x[row.number], _height(row.points[seat], top)) for row in rows) for seat in (0, 1)]
    ends = _apart(dots[0][-1][1], dots[1][-1][1])
    every = 1 + (len(rows) - 1) // 12
    return Chart(
        rows=rows,
        lines=(
            Line("red", _path(dots[0]), dots[0], rows[-1].points[0], ends[0]),
            Line("blue", _path(dots[1]), dots[1], rows[-1].points[1], ends[1]),
        ),
        rounds=tuple((row.number, x[row.number]) for row in rows[::every]),
        grid=tuple((value, _height(value, top)) for value in range(0, top + 1, step)),
    )


def _rounds_played(state: State) -> int:
    """How many rounds are over; the last one of a game that was given up counts as well."""
    return state.round.number - (state.phase in {Phase.BEGIN, Phase.ROLL} and state.round.number > 0)


def _height(points: int, top: int) -> int:
    return _scaled(points, 0, top, BOTTOM, TOP)


def _scaled(value: int, first: int, last: int, start: int, end: int) -> int:
    return start + round((end - start) * (value - first) / (last - first))


def _apart(one: int, two: int) -> tuple[int, int]:
    """Two heights, moved apart if they are too close; the higher line keeps the higher place."""
    lack = APART - abs(one - two)
    if lack <= 0:
        return one, two
    half = (lack + 1) // 2
    return (one - half, two + half) if one <= two else (one + half, two - half)


def _path(dots: tuple[tuple[int, int], ...]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in dots)
