"""The territory as marabunta/board.svg draws it: on pages, in lists, mails and link previews.

It is drawn from what lies open on the board and from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contract import IllegalMove
from games.marabunta.page.terrain import Point, Terrain, terrain
from games.marabunta.rules import State
from games.marabunta.rules.board import REGIONS, Board, bits
from games.marabunta.rules.moves import Use, read
from games.marabunta.rules.scoring import region_part
from games.marabunta.rules.state import value_at

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

REGION_NAMES: Final[Mapping[str, StrPromise]] = {
    "pink": gettext_lazy("Blanket"),
    "orange": gettext_lazy("Path"),
    "yellow": gettext_lazy("Sand"),
    "green": gettext_lazy("Lawn"),
    "blue": gettext_lazy("Pond"),
    "violet": gettext_lazy("Lavender"),
}
SIDES: Final = ("red", "blue")


@dataclass(frozen=True, slots=True)
class Treasure:
    """The content of a hex: a cupcake, a crate or nothing."""

    name: str  # of its hex
    what: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A number that a player has written."""

    name: str  # of its hex
    side: str
    number: int
    x: int
    y: int
    eaten: str  # the treasure that it took
    hand: str  # which of the two ways the digit is drawn in: "" or "b"
    tilt: int  # how crooked, in degrees


@dataclass(frozen=True, slots=True)
class Picture:
    territory: str
    label: str
    terrain: Terrain
    treasures: tuple[Treasure, ...]  # still to be had
    crossed: tuple[Treasure, ...]
    marks: tuple[Mark, ...]
    latest: tuple[Treasure, ...]  # where something happened last

    # For the small picture, where a kind of thing is one path: dots are strokes without length.

    @property
    def cupcake_dots(self) -> str:
        return _dots((thing.x, thing.y) for thing in self.treasures if thing.what == "cupcake")

    @property
    def crate_dots(self) -> str:
        return _dots((thing.x, thing.y) for thing in self.treasures if thing.what == "crate")

    @property
    def red_dots(self) -> str:
        return _dots((mark.x, mark.y) for mark in self.marks if mark.side == "red")

    @property
    def blue_dots(self) -> str:
        """A stroke aslant, however short, turns its square ends into a diamond."""
        return "".join(f"M{mark.x} {mark.y}l.1.1" for mark in self.marks if mark.side == "blue")

    @property
    def crossed_hexes(self) -> str:
        return "".join(f"M{hex.x - 46} {hex.y}l23-40h46l23 40-23 40h-46z" for hex in self.crossed)

    @property
    def crosses(self) -> str:
        return "".join(f"M{hex.x - 16} {hex.y - 16}l32 32m0-32l-32 32" for hex in self.crossed)


def picture(state: State, *, latest: Sequence[str] = ()) -> Picture:
    """``latest`` are moves, as texts, whose traces are marked."""
    board = state.board
    still = terrain(board.territory)
    taken = state.players[0].numbers | state.players[1].numbers
    return Picture(
        territory=board.territory,
        label=_label(state),
        terrain=still,
        treasures=tuple(_treasures(board, still, state.open & (board.cupcakes | board.crates))),
        crossed=tuple(_treasures(board, still, board.whole & ~state.open & ~taken)),
        marks=tuple(_marks(state, still)),
        latest=tuple(_treasures(board, still, _touched(board, latest))),
    )


def content(board: Board, hex: int) -> str:
    """The treasure printed on a hex: cupcake, crate or nothing."""
    return "cupcake" if board.cupcakes & hex else "crate" if board.crates & hex else ""


def leaders(state: State) -> list[str]:
    """The leader of each region, in canonical order: red, blue or nobody."""
    points = [region_part(state, region).points for region in range(len(REGIONS))]  # M10.2: only a leader has any
    return ["red" if red else "blue" if blue else "" for red, blue in points]


def _treasures(board: Board, still: Terrain, hexes: int) -> Iterator[Treasure]:
    return (Treasure(board.name[hex], content(board, hex), *still.centres[hex]) for hex in bits(hexes))


def _marks(state: State, still: Terrain) -> Iterator[Mark]:
    board = state.board
    for side, player in zip(SIDES, state.players, strict=True):
        for hex in bits(player.numbers):
            place = hex.bit_length()
            yield Mark(
                board.name[hex],
                side,
                value_at(state, hex),
                *still.centres[hex],
                eaten=content(board, hex),
                hand="b" if place * 5 % 3 == 1 else "",
                tilt=place * 7 % 13 - 6,
            )


def _touched(board: Board, moves: Iterable[str]) -> int:
    """The hexes that these moves wrote on or crossed out."""
    touched = 0
    for text in moves:
        try:
            move = read(board, text)
        except IllegalMove:
            continue
        touched |= move.hexes if isinstance(move, Use) else 0
    return touched


def _label(state: State) -> str:
    if not state.round.number:
        return _("Territory board, before the first round.")
    led = {
        side: ", ".join(
            str(REGION_NAMES[region]) for region, who in zip(REGIONS, leaders(state), strict=True) if who == side
        )
        for side in SIDES
    }
    facts = {"round": state.round.number, **led}
    if led["red"] and led["blue"]:
        return _("Territory board, round %(round)s: red leads %(red)s; blue leads %(blue)s.") % facts
    if led["red"]:
        return _("Territory board, round %(round)s: red leads %(red)s; blue leads nowhere.") % facts
    if led["blue"]:
        return _("Territory board, round %(round)s: blue leads %(blue)s; red leads nowhere.") % facts
    return _("Territory board, round %(round)s: nobody leads in any region.") % facts


def _dots(places: Iterable[Point]) -> str:
    return "".join(f"M{x} {y}h0" for x, y in places)
