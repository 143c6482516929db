"""The mirror match of a game's page: the other board, and the result of both."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.models import UNPLAYED, Game
from games.ratings import matches
from games.ratings.matches import MatchResult
from games.view_models.players import Players
from games.view_models.shown_game import ShownGame


@dataclass(frozen=True)
class Match:
    shown: ShownGame
    players: Players
    partner: Game

    @property
    def is_in_step(self) -> bool:
        """Whether both boards still wait for each other."""
        return self.shown.head.is_in_step and not self.shown.is_over and not self.is_partner_over

    @property
    def is_partner_over(self) -> bool:
        return self.partner.status == Game.Status.OVER

    @property
    def is_over(self) -> bool:
        return self.shown.is_over and self.is_partner_over

    @property
    def is_your_turn_there(self) -> bool:
        seat = self.shown.viewer.seat
        return seat is not None and self.partner.to_move == seat.other

    @cached_property
    def result(self) -> MatchResult | None:
        """None as long as a board is running, and if one was aborted or annulled."""
        both = self.shown.game, self.partner
        if not self.is_over or any(game.decided in UNPLAYED for game in both):
            return None
        return matches.result_of(*both)

    @property
    def sentence(self) -> str:
        """How the match ended, or why it has not."""
        if not self.is_over:
            return _("The other board is still being played. The sum of both boards decides the match.")
        if self.result is None:
            return _("The match has no result, because one of its games doesn’t count.")
        return self._with_points(self.result) if self.result.points else self._without_points(self.result)

    @property
    def rated_game(self) -> int:
        """The game by which the match is rated, once both are over: the one that ended later."""
        both = self.shown.game, self.partner
        return max((game.ended_at, game.pk) for game in both if game.ended_at)[1]

    def _with_points(self, result: MatchResult) -> str:
        assert result.points
        winner = self._winner(result)
        high, low = max(result.points), min(result.points)
        facts = {"high": high, "low": low, "name": winner}
        if result.winner is None:
            return _("The match is a draw, %(high)s : %(low)s on both boards together.") % facts
        if result.winner == self.shown.viewer.seat:
            return _("You won the match, %(high)s : %(low)s on both boards together.") % facts
        return _("%(name)s won the match, %(high)s : %(low)s on both boards together.") % facts

    def _without_points(self, result: MatchResult) -> str:
        if result.winner is None:
            return _("The match is a draw.")
        if result.winner == self.shown.viewer.seat:
            return _("You won the match.")
        return _("%(name)s won the match.") % {"name": self._winner(result)}

    def _winner(self, result: MatchResult) -> str:
        return next((one.name for one in self.players.both if one.row.number == result.winner), "")
