"""The pieces of a round as they lie open for both: not yet split, in two pools, or with their owners."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.contract import Seat
from games.marabunta.page.picture import SIDES
from games.marabunta.page.pieces import Piece, piece_of
from games.marabunta.rules import Phase, State
from games.marabunta.rules.board import bits
from games.marabunta.rules.state import ALL_ELEMENTS, letters


@dataclass(frozen=True, slots=True)
class OpenPiece:
    piece: Piece
    is_used: bool

    @property
    def label(self) -> str:
        return _("%(piece)s, used") % {"piece": self.piece.label} if self.is_used else self.piece.label


@dataclass(frozen=True, slots=True)
class OpenPool:
    number: int  # 1 or 2; 0 while nothing is split
    owner: str  # "red", "blue", or nobody yet
    pieces: tuple[OpenPiece, ...]


def open_pools(state: State) -> tuple[OpenPool, ...]:
    """One while nothing is split, otherwise two; none before a roll and after the end."""
    match state.phase:
        case Phase.SPLIT:
            return (_pool(state, 0, ALL_ELEMENTS, "", 0),)
        case Phase.CHOOSE:
            return tuple(_pool(state, number, pool, "", 0) for number, pool in enumerate(state.round.pools, 1))
        case Phase.RESOLVE:
            return tuple(_owned(state, number, pool) for number, pool in enumerate(state.round.pools, 1))
    return ()


def _owned(state: State, number: int, pool: int) -> OpenPool:
    """M3.3: the opponent of the first player took a pool and uses it first."""
    first = state.round.first
    owner = first.other if number == state.round.taken else first
    return _pool(state, number, pool, SIDES[owner - 1], _used(state, owner, pool))


def _used(state: State, owner: Seat, pool: int) -> int:
    """What the owner has used of it; what was given up is gone too."""
    if owner is state.actor:
        return pool & ~state.left
    return 0 if owner is state.round.first else pool


def _pool(state: State, number: int, pool: int, owner: str, used: int) -> OpenPool:
    pieces = (OpenPiece(piece_of(state, letters(element)), bool(used & element)) for element in bits(pool))
    return OpenPool(number, owner, tuple(pieces))
