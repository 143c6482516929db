"""A position of Marabunta for the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.contract import Seat
from games.marabunta.page import chart as charts
from games.marabunta.page import foresight, last_turn, move_list, move_preview, standings
from games.marabunta.page.colony import Colony, colony
from games.marabunta.page.hexes import Hex, Leaf, hexes, leaves
from games.marabunta.page.move_picker import MovePicker, picker
from games.marabunta.page.open_round import OpenPool, open_pools
from games.marabunta.page.picture import Picture, picture
from games.marabunta.page.worth import Pool, Valued, pools, valued_pieces
from games.marabunta.rules import Phase, State, tally
from games.marabunta.rules.open_state import OpenState
from games.marabunta.rules.state import ALL_ELEMENTS, ELEMENTS, letters

say = move_preview.say
alarm = foresight.alarm
caution = foresight.caution
moves = move_list.moves


@dataclass(frozen=True)
class MarabuntaView:
    """A position as one viewer sees it; every part is worked out when a template asks for it."""

    state: State
    seat: Seat | None
    is_yours: bool
    ask: Mapping[str, str]
    latest: Sequence[str]
    rounds: Sequence[State]

    @property
    def phase(self) -> str:
        return self.state.phase.value

    @cached_property
    def picture(self) -> Picture:
        return picture(self.state, latest=self.latest)

    @cached_property
    def hexes(self) -> list[Hex]:
        return hexes(self.state, self.picker.spots if self.picker else {})

    @property
    def lights(self) -> list[Hex]:
        """The hexes that can be pressed to some effect."""
        return [hex for hex in self.hexes if hex.spot and hex.spot.state != "no"]

    @cached_property
    def leaves(self) -> list[Leaf]:
        return leaves(self.state, self.picker.leaf_spots if self.picker else {})

    # The viewer's choices

    @cached_property
    def picker(self) -> MovePicker | None:
        return picker(self.state, self.ask) if self.is_yours and self.state.phase is Phase.RESOLVE else None

    @cached_property
    def pieces(self) -> tuple[Valued, ...]:
        """The seven pieces that are to be split."""
        return valued_pieces(self.state, ALL_ELEMENTS) if self.state.phase is Phase.SPLIT else ()

    @cached_property
    def pools(self) -> tuple[Pool, ...]:
        """The two pools of which one is to be taken."""
        assert self.seat
        return pools(self.state, self.seat)

    @cached_property
    def open_pools(self) -> tuple[OpenPool, ...]:
        """The pieces of this round and who has which, for everybody."""
        return open_pools(self.state)

    @cached_property
    def deeds(self) -> str:
        """What the other player did in their turn, where the viewer’s own begins."""
        return last_turn.deeds(self.state, self.latest) if self.is_yours else ""

    # How it stands

    @cached_property
    def colonies(self) -> tuple[Colony, Colony]:
        return colony(self.state, Seat.ONE), colony(self.state, Seat.TWO)

    @cached_property
    def mine(self) -> Colony | None:
        """The viewer's own, with its groups to choose from where a crate is to be crossed out."""
        if self.seat is None:
            return None
        spots = self.picker.group_spots if self.picker and self.picker.about == "crate" else None
        return colony(self.state, self.seat, spots)

    @property
    def nearer(self) -> Colony:
        """The viewer's own; for a spectator, red's."""
        return self.mine or self.colonies[0]

    @property
    def theirs(self) -> Colony:
        """The opponent's; for a spectator, blue's."""
        return self.colonies[(self.seat or Seat.ONE).other - 1]

    @cached_property
    def count(self) -> standings.Count:
        return standings.count(self.state)

    @property
    def estimate(self) -> tuple[int, int]:
        """The points of both if the game ended now."""
        return tally(self.state).points

    @cached_property
    def tiles(self) -> tuple[standings.Tile, ...]:
        return standings.tiles(self.state)

    @property
    def tiles_seen(self) -> int:
        return sum(tile.state != "ahead" for tile in self.tiles)

    @cached_property
    def chart(self) -> charts.Chart | None:
        return charts.chart(self.rounds)


def view(
    state: State,
    *,
    seat: Seat | None,
    is_yours: bool,
    ask: Mapping[str, str],
    latest: Sequence[str],
    rounds: Sequence[State] = (),
) -> MarabuntaView:
    """A position for a viewer: a seat, or None for a spectator; ``is_yours`` if the viewer may move in it."""
    return MarabuntaView(state, seat, is_yours, ask, latest, rounds)


def written(post: Mapping[str, str]) -> str:
    """The split that seven fields stand for, with P first (M11); nothing if they are not all there."""
    fields = {letter: post.get(f"pool-{letter}") for letter in ELEMENTS}
    if not {*fields.values()} <= {"1", "2"}:
        return ""
    with_p = sum(1 << place for place, letter in enumerate(ELEMENTS) if fields[letter] == fields["P"])
    return f"split {letters(with_p)}/{letters(ALL_ELEMENTS & ~with_p)}"


def doing(state: State, name: str) -> str:
    """What the player to move is doing, for who waits."""
    match state.phase:
        case Phase.SPLIT:
            return _("%(name)s is splitting the pieces") % {"name": name}
        case Phase.CHOOSE:
            return _("%(name)s is choosing a pool") % {"name": name}
        case Phase.RESOLVE:
            return _("%(name)s is using their pool") % {"name": name}
        case _:
            return ""


def task(state: State) -> str:
    """The task of the player to move."""
    match state.phase:
        case Phase.SPLIT:
            return _("Split the dice and the tile into two pools")
        case Phase.CHOOSE:
            return _("Pick one of the two pools")
        case Phase.RESOLVE if state.waiting:
            return _("Use your bonus")
        case Phase.RESOLVE:
            pool = OpenState(state).own_pool()
            facts = {"used": (pool & ~state.left).bit_count(), "all": pool.bit_count()}
            return _("Use your pieces: %(used)s of %(all)s done") % facts
        case _:
            return ""
