"""The controls over and round the picture: a target for every hex, and the six leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.kind_pages.story import together
from games.marabunta.page.move_picker import Spot
from games.marabunta.page.picture import REGION_NAMES, SIDES, content
from games.marabunta.page.terrain import terrain
from games.marabunta.rules import State
from games.marabunta.rules.board import CIRCLES, LETTERS, REGIONS, Board
from games.marabunta.rules.scoring import region_part
from games.marabunta.rules.state import value_at

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class Hex:
    name: str
    q: int
    r: int
    x: int  # its centre in the picture
    y: int
    content: str  # cupcake, crate or nothing
    holds: str  # its content, in words
    spot: Spot | None  # None: nothing can be done with it, for it is not the viewer's turn

    @property
    def label(self) -> str:
        """What it holds, and the effect of pressing it."""
        return _label(self.holds, self.spot)


@dataclass(frozen=True, slots=True)
class Leaf:
    region: str
    letter: str
    name: str
    sums: tuple[int, int]  # of the numbers in its region, red and blue
    circles: tuple[str, ...]  # red, blue, blank, or next: the blank one that would be filled
    leader: str  # red, blue or nobody
    is_full: bool
    label: str
    spot: Spot | None

    @property
    def says(self) -> str:
        """Its content, that of its region, and what pressing it does or why it does nothing."""
        red, blue = self.sums
        sums = _("In its region: red %(red)s, blue %(blue)s.") % {"red": red, "blue": blue}
        return together(f"{self.label}.", sums, self.spot.says if self.spot else "")

    @property
    def holes(self) -> list[tuple[str, str]]:
        """Where each circle is drawn, and the circle."""
        return list(zip(_HOLES, self.circles, strict=True))

    @property
    def is_usable(self) -> bool:
        return self.spot is not None and self.spot.state != "no"


def hexes(state: State, spots: Mapping[str, Spot]) -> list[Hex]:
    """All of them, by row and then from left to right."""
    centres, language = terrain(state.board.territory).centres, get_language()
    found = [
        Hex(
            name,
            q,
            r,
            *centres[1 << number],
            content(state.board, 1 << number),
            _hex_in_words(language, state, number),
            spots.get(name),
        )
        for number, (name, (q, r)) in enumerate(zip(state.board.names, state.board.columns, strict=True))
    ]
    return sorted(found, key=lambda hex: (hex.y, hex.x))


def leaves(state: State, spots: Mapping[str, Spot]) -> list[Leaf]:
    """In canonical order; ``spots`` goes by the letters of the regions."""
    return [_leaf(state, place, spots.get(letter)) for place, letter in enumerate(LETTERS)]


def _hex_in_words(language: str | None, state: State, number: int) -> str:
    board, hex = state.board, 1 << number
    owner = next((side for side, player in zip(SIDES, state.players, strict=True) if player.numbers & hex), "")
    condition = owner or ("free" if state.open & hex else "crossed")
    return _sentence(language, board, number, condition, value_at(state, hex) if owner else 0)


@lru_cache(maxsize=20_000)  # some thousand for each language; a page has 84 of them
def _sentence(_language: str | None, board: Board, number: int, condition: str, value: int) -> str:
    hex = 1 << number
    region = next(key for key, inside in zip(REGIONS, board.regions, strict=True) if inside & hex)
    facts = {"hex": board.names[number], "region": REGION_NAMES[region], "number": value}
    return str(_HEXES[condition, content(board, hex)]) % facts


def _label(sentence: str, spot: Spot | None) -> str:
    match spot:
        case None:
            return sentence
        case Spot(state="legal" | "anthill"):
            return _("%(hex)s Allowed: %(says)s") % {"hex": sentence, "says": spot.says}
        case Spot(state="no") if str(spot.clause) == "M6.2":  # not forbidden: it needs an anthill, and says so
            return f"{sentence} {spot.says}"
        case Spot(state="no"):
            return _("%(hex)s Not allowed: %(says)s") % {"hex": sentence, "says": spot.says}
    return f"{sentence} {spot.says}"


def _leaf(state: State, place: int, spot: Spot | None) -> Leaf:
    part = region_part(state, place)
    sums, (red, blue) = _pair(part.facts["sums"]), _pair(part.facts["circles"])
    blank = CIRCLES - red - blue
    name = str(REGION_NAMES[REGIONS[place]])
    facts = {"region": name, "red": red, "blue": blue, "blank": blank}
    return Leaf(
        region=REGIONS[place],
        letter=LETTERS[place],
        name=name,
        sums=sums,
        circles=_circles(red, blue, blank, can_fill=spot is not None and spot.state in ("legal", "anthill")),
        leader="red" if sums[0] > sums[1] else "blue" if sums[1] > sums[0] else "",
        is_full=not blank,
        label=_("%(region)s leaf: %(red)s red, %(blue)s blue, %(blank)s blank") % facts,
        spot=spot,
    )


def _circles(red: int, blue: int, blank: int, *, can_fill: bool) -> tuple[str, ...]:
    """The printed circles first, then the filled ones: their order is not known, and does not matter."""
    filled = ("red", "red", "blue", "blue", *["red"] * (red - 2), *["blue"] * (blue - 2))
    return (*filled, *(["next"] if can_fill and blank else []), *["blank"] * (blank - (can_fill and blank > 0)))


def _pair(values: object) -> tuple[int, int]:
    assert isinstance(values, tuple)
    return values[0], values[1]


_HOLES: Final = tuple(f"{x} {y}" for y in (32, 72) for x in (60, 86, 112, 138, 164))
_HEXES: Final[Mapping[tuple[str, str], StrPromise]] = {
    ("free", ""): gettext_lazy("%(hex)s, %(region)s, free."),
    ("free", "cupcake"): gettext_lazy("%(hex)s, %(region)s, cupcake, free."),
    ("free", "crate"): gettext_lazy("%(hex)s, %(region)s, crate, free."),
    ("red", ""): gettext_lazy("%(hex)s, %(region)s, red %(number)s."),
    ("red", "cupcake"): gettext_lazy("%(hex)s, %(region)s, eaten cupcake, red %(number)s."),
    ("red", "crate"): gettext_lazy("%(hex)s, %(region)s, emptied crate, red %(number)s."),
    ("blue", ""): gettext_lazy("%(hex)s, %(region)s, blue %(number)s."),
    ("blue", "cupcake"): gettext_lazy("%(hex)s, %(region)s, eaten cupcake, blue %(number)s."),
    ("blue", "crate"): gettext_lazy("%(hex)s, %(region)s, emptied crate, blue %(number)s."),
    ("crossed", ""): gettext_lazy("%(hex)s, %(region)s, crossed out."),
    ("crossed", "cupcake"): gettext_lazy("%(hex)s, %(region)s, cupcake, crossed out."),
    ("crossed", "crate"): gettext_lazy("%(hex)s, %(region)s, crate, crossed out."),
}
