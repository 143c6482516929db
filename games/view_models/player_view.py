from __future__ import annotations

from dataclasses import dataclass

from games import words
from games.models import Seat as SeatRow
from games.view_models.away import Away


@dataclass(frozen=True)
class Place:
    """One of the two who play, as the page names them."""

    row: SeatRow
    side: str
    is_you: bool
    is_to_move: bool
    bank: str = ""  # the time they have, where it is worth saying
    away: Away | None = None

    @property
    def is_bot(self) -> bool:
        """Whether a program plays here, and nobody else ever did."""
        return bool(self.row.bot) and not self.is_replaced

    @property
    def is_replaced(self) -> bool:
        """Whether a bot plays on for them."""
        return bool(self.row.bot and (self.row.user_id or self.row.left_at))

    @property
    def name(self) -> str:
        return words.name_of(self.row)

    @property
    def colour(self) -> str:
        return words.name_of_side(self.side)

    @property
    def initials(self) -> str:
        return self.name[:2].upper()

    @property
    def member(self) -> str | None:
        """The name under which there is a page of this person."""
        user = self.row.user
        return user.username if user and user.is_active and not user.is_guest and not user.is_barred else None
