"""The pieces of the own pool, as they can be used now."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.marabunta.page import obstacles
from games.marabunta.page.choice import Obstacle
from games.marabunta.page.pieces import Piece, effect_of, piece_of
from games.marabunta.rules import State
from games.marabunta.rules.effects import AGAIN
from games.marabunta.rules.open_state import OpenState
from games.marabunta.rules.state import CUPCAKE_TILE, letters


@dataclass(frozen=True, slots=True)
class Held:
    """A piece of the pool: a link to its use or, if it cannot be used, to the reason."""

    piece: Piece
    state: str  # "selected", "usable", "later" (something else comes first), "useless" or "done"
    label: str  # for screen readers
    ask: str = ""  # where pressing it leads: nowhere when it is done
    is_due: bool = False  # it must be used before the turn can end (M4.2)


def held_pieces(state: State, sources: Collection[str], source: str) -> tuple[Held, ...]:
    """The own pool, used pieces and all. ``sources`` are those that have a move, ``source`` the one in use."""
    usable = {name[:1] for name in sources}
    return tuple(_held(state, letter, usable, source[:1]) for letter in letters(OpenState(state).own_pool()))


def dice_again(state: State, sources: Collection[str], source: str) -> tuple[Held, ...]:
    """The dice that the tile may use once more, if the tile in use allows it (M5.1)."""
    if not source.startswith("T") or effect_of(state, "T").shape is not AGAIN:
        return ()
    return tuple(_again(state, letter, sources, source) for letter in letters(OpenState(state).own_pool()).rstrip("T"))


def why_not(state: State, name: str) -> Obstacle | None:
    """Why a piece of the pool, or a die again (``T=B``), cannot be used; nothing if it can, or is none."""
    letter, pool = name.removeprefix("T="), letters(OpenState(state).own_pool())
    if not letter or letter not in tuple(pool) or (name != letter and letter == "T"):
        return None
    if state.waiting:
        return obstacles.of_move(state, "end")
    if name == letter and letter not in letters(state.left):
        return Obstacle(_("You’ve already used this piece this turn."), "M4.1")
    return obstacles.of_piece(state, effect_of(state, letter))


def _held(state: State, letter: str, usable: Collection[str], selected: str) -> Held:
    piece = piece_of(state, letter)
    facts = {"piece": piece.label}
    if letter not in letters(state.left):
        return Held(piece, "done", _("%(piece)s, used") % facts)
    is_due = letter == "T" and state.round.tile == CUPCAKE_TILE and bool(state.open & state.board.cupcakes)
    if state.waiting:
        return Held(piece, "later", _("%(piece)s, later") % facts, f"why={letter}", is_due)
    if letter not in usable:
        return Held(piece, "useless", _("%(piece)s, no use now") % facts, f"why={letter}")
    label = _("%(piece)s, must be used") % facts if is_due else piece.label
    return Held(piece, "selected" if letter == selected else "usable", label, f"piece={letter}", is_due)


def _again(state: State, letter: str, sources: Collection[str], source: str) -> Held:
    piece, use = piece_of(state, letter), f"T={letter}"
    facts = {"piece": piece.label}
    if use not in sources:
        return Held(piece, "useless", _("%(piece)s, no use now") % facts, f"piece=T&why=T%3D{letter}")
    return Held(piece, "selected" if use == source else "usable", _("%(piece)s, again") % facts, f"piece=T%3D{letter}")
