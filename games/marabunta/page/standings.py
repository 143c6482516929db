"""How it stands: the count region by region, now or at the end; and the tiles."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.contract import Seat
from games.marabunta.page.names import EFFECT_NAMES, effect_in_words
from games.marabunta.page.picture import REGION_NAMES, SIDES
from games.marabunta.rules import Phase, State, tally
from games.marabunta.rules.board import REGIONS
from games.marabunta.rules.effects import TILES
from games.marabunta.rules.state import CUPCAKE_TILE

BAR = 20  # half the length of a bar, in its own units
LEAST_SCALE = 8  # bars fill up with this sum or the largest on the board

_CAUSES = {
    "region": gettext_lazy("a region was full"),
    "leaf": gettext_lazy("a leaf was full"),
    "cupcakes": gettext_lazy("there were no free cupcake hexes left"),
}


@dataclass(frozen=True, slots=True)
class Region:
    """The standing of a region: sums, the points for its leader, and the two halves of its bar."""

    region: str
    name: str
    sums: tuple[int, int]
    points: tuple[int, int]
    leader: str  # "red", "blue", or nothing if they are equal
    bars: tuple[int, int]

    @property
    def earned(self) -> int:
        return max(self.points)


@dataclass(frozen=True, slots=True)
class Count:
    """The whole count, as it is or would be."""

    regions: tuple[Region, ...]
    cupcakes: tuple[int, int]  # points
    eaten: tuple[int, int]  # spaces
    powers: tuple[int, int]
    points: tuple[int, int]
    winner: str  # "red", "blue", or nothing
    decided: str  # the rule that decided it: "points", "cupcakes" or "trigger"
    is_final: bool
    trigger: str  # the side that brought the end about
    causes: tuple[str, ...]  # the causes of the end, in words


@dataclass(frozen=True, slots=True)
class Tile:
    key: str
    name: str
    state: str  # "gone", "now", "ahead"
    says: str

    @property
    def effect(self) -> str:
        return effect_in_words(TILES[self.key])

    @property
    def clause(self) -> str:
        return TILES[self.key].clause


def count(state: State) -> Count:
    outcome = tally(state)
    parts = {part.what: part for part in outcome.parts}
    sums = {region: _pair(parts[region].facts["sums"]) for region in REGIONS}
    scale = max(LEAST_SCALE, *(value for pair in sums.values() for value in pair))
    regions = tuple(
        Region(
            region=region,
            name=str(REGION_NAMES[region]),
            sums=sums[region],
            points=parts[region].points,
            leader=_leader(sums[region]),
            bars=(BAR * sums[region][0] // scale, BAR * sums[region][1] // scale),
        )
        for region in REGIONS
    )
    return Count(
        regions=regions,
        cupcakes=parts["cupcakes"].points,
        eaten=_pair(parts["cupcakes"].facts["spaces"]),
        powers=parts["powers"].points,
        points=outcome.points,
        winner=_side(outcome.winner),
        decided=outcome.decided,
        is_final=state.phase is Phase.OVER,
        trigger=_side(state.trigger.seat) if state.trigger else "",
        causes=tuple(str(_CAUSES[cause]) for cause in outcome.causes),
    )


def tiles(state: State) -> tuple[Tile, ...]:
    """All eight, those to come in no order: nobody knows it (M2.2)."""
    return tuple(_tile(state, key) for key in TILES)


def _tile(state: State, key: str) -> Tile:
    name, facts = str(EFFECT_NAMES[key]), {"name": EFFECT_NAMES[key]}
    if key == state.round.tile:
        return Tile(key, name, "now", _("%(name)s, the tile of this round") % facts)
    if key == CUPCAKE_TILE:
        return Tile(key, name, "ahead", _("%(name)s, in every round from the eighth on") % facts)
    if key in state.hidden:
        return Tile(key, name, "ahead", _("%(name)s, still to come") % facts)
    return Tile(key, name, "gone", _("%(name)s, gone") % facts)


def _leader(sums: tuple[int, int]) -> str:
    return "" if sums[0] == sums[1] else SIDES[sums[1] > sums[0]]


def _side(seat: Seat | None) -> str:
    return SIDES[seat - 1] if seat else ""


def _pair(values: object) -> tuple[int, int]:
    assert isinstance(values, tuple)
    one, two = values
    return one, two
