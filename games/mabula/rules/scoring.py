"""The final count of Mabula: groups, both scorings, ties."""

from __future__ import annotations

from math import prod

from games.contract import NOBODY, Outcome, Part, Seat
from games.mabula.rules.board import BLACK, CORNERS, WHITE
from games.mabula.rules.play import State


def groups(marbles: int, colour: int) -> list[frozenset[int]]:
    """B3.2, B3.4: the orthogonally connected groups of a colour, edge and field alike, largest first."""
    left = {space for space in range(64) if marbles >> space + colour & 1}
    found: list[frozenset[int]] = []
    while left:
        group: set[int] = set()
        reached = {min(left)}
        while reached:
            group |= reached
            left -= reached
            reached = {beside for space in reached for beside in _BESIDE[space]} & left
        found.append(frozenset(group))
    return sorted(found, key=lambda group: (-len(group), min(group)))


def outcome(state: State) -> Outcome | None:
    return tally(state) if state.actor is NOBODY else None


def tally(state: State) -> Outcome:
    """The count as it would be if the game were over now."""
    one, two = (tuple(map(len, groups(state.marbles, colour))) for colour in (WHITE, BLACK))
    score = prod if state.scoring == "product" else _largest  # B3.2, B3.3
    points = (score(one), score(two))
    decided = state.scoring
    compared: tuple[tuple[int, ...], tuple[int, ...]] = ((points[0],), (points[1],))
    if state.ties == "next-group" and points[0] == points[1]:  # B3.5
        decided, compared = "next-group", (one, two)
    part = Part(state.scoring, points, {"groups": (one, two)})
    if compared[0] == compared[1]:
        return Outcome(None, "draw", points, (part,))  # B3.5
    return Outcome(Seat.ONE if compared[0] > compared[1] else Seat.TWO, decided, points, (part,))


def has_four_threes(state: State, seat: Seat) -> bool:
    """Whether a player's marbles lie in four groups of three where groups are multiplied: nothing gives more."""
    colour = WHITE if seat is Seat.ONE else BLACK
    return state.scoring == "product" and [len(group) for group in groups(state.marbles, colour)] == [3, 3, 3, 3]


def _largest(sizes: tuple[int, ...]) -> int:
    return max(sizes, default=0)


def _spaces_beside(space: int) -> tuple[int, ...]:
    row, column = divmod(space, 8)
    places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    near = (8 * r + c for r, c in places if 0 <= r < 8 and 0 <= c < 8)
    return tuple(place for place in near if place not in CORNERS)


_BESIDE = tuple(_spaces_beside(space) for space in range(64))
