"""The two players of a game, as its page names them to a viewer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.clocks import clock
from games.ratings import lists
from games.view_models.game_clock import GameClock
from games.view_models.player_view import PlayerView
from games.view_models.rating_page import RatingView, view_of
from games.view_models.shown_game import ShownGame
from games.view_models.vacation_view import vacation_to_tell


@dataclass(frozen=True)
class Players:
    shown: ShownGame
    clock: GameClock

    @cached_property
    def both(self) -> list[PlayerView]:
        """In the order of their seats."""
        game, is_over = self.shown.game, self.shown.is_over
        return [
            PlayerView(
                row,
                self.shown.kind.seats[row.number - 1],
                is_you=row.number == self.shown.viewer.seat,
                is_to_move=row.number == game.to_move,
                clock=self.clock,
                away=None if is_over or row.bot else vacation_to_tell(clock.spans(row.pauses), self.clock.now),
            )
            for row in self.shown.rows
        ]

    @property
    def you(self) -> PlayerView | None:
        """The viewer, if they play here."""
        return next((player for player in self.both if player.is_you), None)

    @property
    def other(self) -> PlayerView:
        """The viewer's opponent; for a spectator, the second of the two."""
        return next(player for player in reversed(self.both) if not player.is_you)

    @property
    def near(self) -> PlayerView:
        """The player on the near side of the board: the viewer, or else the first of the two."""
        return self.you or self.both[0]

    @property
    def far(self) -> PlayerView:
        return self.other

    @property
    def near_standing(self) -> RatingView | None:
        """How the player on the near side is rated, in a rated game."""
        return self._standings.get(self.near.row.number)

    @property
    def far_standing(self) -> RatingView | None:
        return self._standings.get(self.far.row.number)

    @cached_property
    def _standings(self) -> dict[int, RatingView]:
        rows = lists.standings_at(self.shown.game)
        return {number: view_of(row, self.clock.now) for number, row in rows.items()}

    @property
    def to_move(self) -> PlayerView | None:
        return next((player for player in self.both if player.is_to_move), None)

    @property
    def winner(self) -> PlayerView | None:
        return self._at(self.shown.game.winner)

    @property
    def offers_draw(self) -> PlayerView | None:
        """The player whose offer of a draw stands."""
        return self._at(self.shown.game.draw_offered_by)

    def _at(self, number: int | None) -> PlayerView | None:
        return next((player for player in self.both if player.row.number == number), None)
