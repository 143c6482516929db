"""What the rules page shows: a start, a push, a line that is full and a count, all as the rules play them."""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.contract import IllegalMove, Outcome, Seat
from games.mabula import rules
from games.mabula.page import refusals, sides
from games.mabula.page.example import example
from games.mabula.rules import State
from games.mabula.rules.board import PUSHES, name_of, read_picture


class Line(NamedTuple):
    """The spaces of a push, a letter for each, and the same in words."""

    marbles: str
    label: str


class Push(NamedTuple):
    """A push along a row, before and after."""

    move: str
    before: Line
    after: Line
    says: str  # why it is refused, if it is


class Rulebook:
    """Each part is worked out when a template asks for it."""

    @cached_property
    def start(self) -> State:
        return rules.apply(rules.initial({}), _RING)

    @cached_property
    def push(self) -> Push:
        """A marble goes three spaces and takes three others along."""
        return _pushed(_ROW, "a5-d5")

    @cached_property
    def full(self) -> Push:
        """A line in which nothing can be pushed."""
        return _pushed(_FULL_ROW, "a5-b5")

    @cached_property
    def end(self) -> State:
        return example()

    @cached_property
    def largest(self) -> Outcome:
        return rules.tally(self.end)

    @cached_property
    def product(self) -> Outcome:
        return rules.tally(self.end._replace(scoring="product"))

    @cached_property
    def factors(self) -> tuple[str, str]:
        """The sizes of White's groups multiplied, and of Black's."""
        white, black = (" × ".join(map(str, sizes)) for sizes in _sizes(self.product))
        return white, black

    @property
    def threes(self) -> list[tuple[str, int]]:
        """Twelve marbles in groups of the same size, and what they make multiplied, the best first."""
        ways = [(size,) * (_MARBLES // size) for size in range(2, _MARBLES + 1) if _MARBLES % size == 0]
        return sorted(((" × ".join(map(str, way)), prod(way)) for way in ways), key=lambda way: -way[1])


def _sizes(outcome: Outcome) -> tuple[tuple[int, ...], tuple[int, ...]]:
    sizes = outcome.parts[0].facts["groups"]
    assert isinstance(sizes, tuple)
    return sizes[0], sizes[1]


def _pushed(row: str, move: str) -> Push:
    board = "\n".join([*["." * 8] * 3, row, *["." * 8] * 4])
    before = rules.initial({})._replace(marbles=read_picture(board), actor=Seat.ONE)
    try:
        after, says = rules.apply(before, move), ""
    except IllegalMove as refused:
        after, says = before, refusals.sentence(refused)
    return Push(move, _drawn(before, move), _drawn(after, move), says)


def _drawn(state: State, move: str) -> Line:
    found = [(space, sides.on(state.marbles, space)) for space in PUSHES[move][0].spaces]
    words = [
        _("%(side)s on %(space)s") % {"side": side.title, "space": name_of(space)} for space, side in found if side
    ]
    return Line("".join(side.value[0].upper() if side else "." for _space, side in found), ", ".join(words))


_MARBLES: Final = 12
_RING: Final = "ring WBWWBBWBWBBWWBWBWWBBWBWB"
_ROW: Final = "W.BW..B."
_FULL_ROW: Final = "WBWBBWWB"
