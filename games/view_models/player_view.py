"""A player of a game as pages name them."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Seat as SeatRow
from games.view_models.game_clock import GameClock
from games.view_models.vacation_view import VacationView
from games.words import names


@dataclass(frozen=True)
class PlayerView:
    """A player of a game, as the page names them."""

    row: SeatRow
    side: str
    is_you: bool
    is_to_move: bool
    clock: GameClock
    away: VacationView | None = None

    @property
    def bank(self) -> str:
        """Their time in words, where the clock is worth telling."""
        return self.clock.bank_of(self.row)

    @property
    def is_bot(self) -> bool:
        """Whether a bot has had this seat from the start."""
        return bool(self.row.bot) and not self.is_replaced

    @property
    def is_replaced(self) -> bool:
        """Whether a bot plays on for the person of this seat."""
        return bool(self.row.bot and (self.row.user_id or self.row.left_at))

    @property
    def name(self) -> str:
        return names.name_of(self.row)

    @property
    def short_name(self) -> str:
        """The name beside a badge that shows a bot, where there is little room."""
        return str(names.BOTS.get(self.row.bot, self.row.bot)) if self.is_bot else self.name

    @property
    def colour(self) -> str:
        return names.name_of_side(self.side)

    @property
    def initials(self) -> str:
        return self.name[:2].upper()

    @property
    def member(self) -> str | None:
        """The name in the address of this person's page, if they have one."""
        user = self.row.user
        return user.username if user and user.is_active and not user.is_guest and not user.is_barred else None
