"""White and Black: their seats, their layers of the board, their names."""

from __future__ import annotations

from enum import Enum

from django.utils.translation import gettext as _

from games.contract import Seat
from games.mabula.rules import board


class Side(Enum):
    """The value is the name of the side in pages and pictures."""

    WHITE = "white"
    BLACK = "black"

    @property
    def seat(self) -> Seat:
        return Seat.ONE if self is Side.WHITE else Seat.TWO  # B2.1

    @property
    def layer(self) -> int:
        return board.WHITE if self is Side.WHITE else board.BLACK

    @property
    def title(self) -> str:
        return _("White") if self is Side.WHITE else _("Black")


def of(seat: Seat) -> Side:
    return Side.WHITE if seat is Seat.ONE else Side.BLACK


def on(marbles: int, space: int) -> Side | None:
    """The side of the marble on this space, if there is one."""
    return next((side for side in Side if marbles >> space + side.layer & 1), None)
