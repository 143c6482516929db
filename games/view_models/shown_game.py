"""A game, its viewer and the step that is shown: what all parts of a game's page share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games import kinds
from games.access import Viewer
from games.contract import Seat
from games.kind_pages.page import KindPage
from games.kind_pages.registry import page_of
from games.kinds import Kind
from games.models import Game
from games.models import Seat as SeatRow
from games.table import log
from games.table.log import Position


@dataclass(frozen=True)
class ShownGame:
    """A game as it is shown to a viewer: now, or after one of its events (``at``)."""

    game: Game
    viewer: Viewer
    at: int | None = None

    @cached_property
    def kind(self) -> Kind:
        return kinds.get(self.game.kind)

    @property
    def kind_page(self) -> KindPage:
        """The kind's own parts of the page."""
        return page_of(self.game.kind)

    @cached_property
    def head(self) -> Position:
        """The position after the last event."""
        return log.position(self.game)

    @cached_property
    def shown(self) -> Position:
        """The position after the step that is shown."""
        return self.head if self.at is None else log.position(self.game, at=self.at)

    @property
    def is_now(self) -> bool:
        return self.at is None

    @property
    def is_over(self) -> bool:
        return self.game.status == Game.Status.OVER

    @property
    def is_held(self) -> bool:
        """Whether it waits for the other board of a mirror match."""
        return self.game.held_by is not None

    @cached_property
    def is_your_turn(self) -> bool:
        seat = self.viewer.seat
        return seat is not None and self.game.to_move == seat and not self.row_of(seat).bot

    @cached_property
    def rows(self) -> list[SeatRow]:
        """In the order of the seats."""
        return list(self.game.seats.all())

    def row_of(self, seat: Seat) -> SeatRow:
        return next(row for row in self.rows if row.number == seat)
