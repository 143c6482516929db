"""The use of a piece for a player if it were theirs now: facts to split and to choose by, never advice."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import Seat
from games.marabunta.page.names import EFFECT_NAMES, place
from games.marabunta.page.pieces import Piece, effect_of, pieces_of
from games.marabunta.rules import Phase, State
from games.marabunta.rules.board import BLANK, CIRCLES
from games.marabunta.rules.effects import AGAIN, CRATE, CROSS, FILL, Effect
from games.marabunta.rules.marks import options
from games.marabunta.rules.open_state import OpenState


@dataclass(frozen=True, slots=True)
class Worth:
    """A fact about a piece in the hands of one player."""

    unit: str  # the things counted: "hex", "pair", "leaf", "crate", or "die" where nothing is
    count: int
    says: str


@dataclass(frozen=True, slots=True)
class Valued:
    """A piece with its worth to each player."""

    piece: Piece
    worth: tuple[Worth, Worth]

    @property
    def is_alike(self) -> bool:
        """Whether the piece is worth the same to both."""
        return self.worth[0].unit in {"leaf", "die"} or self.worth[0] == self.worth[1]


@dataclass(frozen=True, slots=True)
class Pool:
    """One of the two pools, for the player who may take it."""

    move: str
    pieces: tuple[Piece, ...]
    worth: tuple[tuple[Piece, Worth], ...]


def valued_pieces(state: State, elements: int) -> tuple[Valued, ...]:
    """Pieces with their worth to both players."""
    return tuple(
        Valued(piece, (worth(state, piece.letter, Seat.ONE), worth(state, piece.letter, Seat.TWO)))
        for piece in pieces_of(state, elements)
    )


def pools(state: State, seat: Seat) -> tuple[Pool, ...]:
    """The two pools, with their worth to this player."""
    found = []
    for number, elements in enumerate(state.round.pools, start=1):
        pieces = pieces_of(state, elements)
        valued = tuple((piece, worth(state, piece.letter, seat)) for piece in pieces)
        found.append(Pool(f"take {number}", pieces, valued))
    return tuple(found)


def worth(state: State, letter: str, seat: Seat) -> Worth:
    opened = OpenState(state._replace(phase=Phase.RESOLVE, actor=seat))
    effect = effect_of(state, letter)
    if effect.shape is AGAIN:
        return Worth("die", 0, _("one die from this pool again"))
    if effect.shape is CRATE:
        return _crates(opened, effect)
    if effect.shape is FILL:
        return _leaves(opened, effect)
    return _hexes(opened, effect)


def _hexes(opened: OpenState, effect: Effect) -> Worth:
    """How many ways there are that cost no anthill."""
    ways = tuple(options(opened, effect))
    plain = [move for move in ways if not move.endswith("^")]
    facts = {"count": len(plain), "number": effect.number}
    if effect.cupcakes_only:
        says = ngettext("%(count)s free cupcake hex", "%(count)s free cupcake hexes", len(plain))
        return Worth("hex", len(plain), says % facts)
    if effect.shape is CROSS:
        says = ngettext("%(count)s pair of free hexes", "%(count)s pairs of free hexes", len(plain))
        return Worth("pair", len(plain), says % facts)
    if effect.count > 1:
        if ways and not plain:
            return Worth("pair", 0, _("the two 0s need an anthill"))
        says = ngettext("%(count)s pair of hexes for two 0s", "%(count)s pairs of hexes for two 0s", len(plain))
        return Worth("pair", len(plain), says % facts)
    if not plain and opened.anthills and opened.spots(effect)[0]:
        return Worth("hex", 0, _("the %(number)s needs an anthill") % facts)
    says = ngettext("%(count)s hex for the %(number)s", "%(count)s hexes for the %(number)s", len(plain))
    return Worth("hex", len(plain), says % facts)


def _leaves(opened: OpenState, effect: Effect) -> Worth:
    blank = opened.blank_leaves(effect)
    if effect.region is None:
        says = ngettext("%(count)s leaf with a blank circle", "%(count)s leaves with a blank circle", len(blank))
        return Worth("leaf", len(blank), says % {"count": len(blank)})
    left = BLANK - opened.circles[effect.region] - opened.theirs.circles[effect.region]
    facts = {"place": place(effect.key[0]), "filled": CIRCLES - left, "circles": CIRCLES}
    return Worth("leaf", left, _("%(place)s leaf: %(filled)s of %(circles)s filled") % facts)


def _crates(opened: OpenState, effect: Effect) -> Worth:
    """How far the nearest power is away."""
    missing = [(group.crates - opened.crates[number], group.power) for number, group in enumerate(opened.board.groups)]
    nearest = min((crates for crates, _power in missing if crates), default=0)
    if not nearest:
        return Worth("crate", 0, _("no crates left to cross out"))
    powers = dict.fromkeys(str(EFFECT_NAMES[power]) for crates, power in missing if crates == nearest)
    says = ngettext("one crate away: %(powers)s", "%(count)s crates away: %(powers)s", nearest)
    return Worth("crate", nearest, says % {"count": nearest, "powers": ", ".join(powers)})
