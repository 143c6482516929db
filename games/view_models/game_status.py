"""How a game stands, in words for one viewer, and what moderators did in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games import queries
from games.models import ModerationAct
from games.table import visits
from games.view_models.players import Players
from games.view_models.shown_game import ShownGame
from games.words import names, results


@dataclass(frozen=True)
class GameStatus:
    shown: ShownGame
    players: Players

    @property
    def headline(self) -> str:
        """Two or three words, for the head of the page."""
        if self.shown.is_over:
            return self._tell_result(results.in_short)
        if self.shown.is_your_turn:
            return _("Your turn")
        if self.shown.is_held:
            return _("Waiting for the other board")
        assert self.players.to_move
        if self.waits_for_bot:
            return self.bot_thinks
        return _("%(name)s’s turn") % {"name": self.players.to_move.name}

    @property
    def sentence(self) -> str:
        if self.shown.is_over:
            return self._tell_result(results.in_full)
        if self.shown.is_held:
            return self._tell_waiting()
        assert self.players.to_move
        if self.shown.is_your_turn:
            return _("It’s your turn.")
        if self.waits_for_bot:
            return self.bot_thinks
        return _("It’s %(name)s’s turn.") % {"name": self.players.to_move.name}

    @property
    def task(self) -> str:
        """What the viewer has to do, or what the other does meanwhile."""
        shown, to_move = self.shown, self.players.to_move
        if shown.is_over or to_move is None:
            return ""
        if shown.is_your_turn:
            return shown.kind_page.presenter.task(shown.head.state)
        return "" if self.waits_for_bot else shown.kind_page.presenter.doing(shown.head.state, to_move.name)

    @property
    def alarm(self) -> str:
        """What both must not overlook, such as the last round."""
        return "" if self.shown.is_over else self.shown.kind_page.presenter.alarm(self.shown.head.state)

    @property
    def waits_for_bot(self) -> bool:
        return bool(self.players.to_move and self.players.to_move.row.bot)

    @property
    def bot_thinks(self) -> str:
        assert self.players.to_move
        level = self.players.to_move.row.bot
        return _("%(bot)s is thinking…") % {"bot": names.BOTS.get(level, level)}

    @property
    def has_news(self) -> bool:
        """Whether something happened that the viewer, who plays here, has not seen."""
        return self.players.you is not None and visits.is_new(self.players.you.row, self.shown.game)

    @cached_property
    def moderator_acts(self) -> list[ModerationAct]:
        """The acts of moderators, the latest first. A game without any costs no query."""
        return list(queries.acts_on(self.shown.game)) if self.shown.head.is_moderated else []

    @property
    def shows_reasons(self) -> bool:
        """Whether the viewer reads the reasons of moderators, which are for the two players."""
        return self.shown.viewer.seat is not None or self.shown.viewer.is_moderator

    def _tell_waiting(self) -> str:
        """A board of a mirror match waits for the other one."""
        if self.shown.game.held_by == self.shown.viewer.seat:
            return _("You’ve finished your turn. The game goes on once the other board is ready.")
        holder = next(player for player in self.players.both if player.row.number == self.shown.game.held_by)
        return _("%(name)s has finished this turn. It’s shown once the other board is ready.") % {"name": holder.name}

    def _tell_result(self, tell: Callable[..., str]) -> str:
        game, players = self.shown.game, [player.name for player in self.players.both]
        return tell(game.decided, players, winner=game.winner, reader=self.shown.viewer.seat)
