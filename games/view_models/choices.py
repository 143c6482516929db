"""What the viewer of a game's page can do besides choosing a move on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from games.bots import hints
from games.bots.hints import Hint
from games.contract import NOBODY, IllegalMove
from games.kind_pages.page import MoveGroup
from games.lobby import ladder
from games.models import Game
from games.table import door
from games.table.door import Act
from games.view_models.game_clock import GameClock
from games.view_models.players import Players
from games.view_models.shown_game import ShownGame
from games.words import names


@dataclass(frozen=True)
class MoveToConfirm:
    """A move that was chosen, and is made when the player confirms it."""

    move: str
    seen: int
    is_wished: bool  # the player wants to be asked before every move
    is_hinted: bool = False  # the page suggested it, and said why


@dataclass(frozen=True)
class Choices:
    shown: ShownGame
    players: Players
    clock: GameClock
    to_confirm: MoveToConfirm | None
    hinted: str  # a move that a bot has suggested

    @cached_property
    def acts(self) -> set[Act]:
        """The acts that the door would accept from the viewer, besides moves."""
        shown, seat = self.shown, self.shown.viewer.seat
        if not shown.is_now or seat is None or shown.head.actor(shown.kind.rules) is NOBODY or shown.row_of(seat).bot:
            return set()
        return set(door.possible_acts(shown.game, shown.head, seat, self.clock.now))

    @property
    def can_decide(self) -> bool:
        """Whether the viewer decides what happens to an opponent whose time is up."""
        return self.clock.is_late and self.clock.is_on and bool(self.players.you) and not self.shown.is_your_turn

    @property
    def can_rematch(self) -> bool:
        """Whether there is somebody to offer a rematch to."""
        if not (self.shown.is_over and self.players.you) or self._is_match_open:
            return False
        other = self.players.other.row
        return bool(other.bot) or (other.user is not None and other.user.is_active and not other.user.is_barred)

    @property
    def _is_match_open(self) -> bool:
        """Whether the other board of a mirror match is still running."""
        partner = self.shown.game.partner
        return partner is not None and partner.status != Game.Status.OVER

    @property
    def next_bot(self) -> tuple[str, str] | None:
        """The bot above the one that the viewer has beaten here, and its name."""
        you, other = self.players.you, self.players.other.row
        if you is None or self.players.winner != you or not other.bot or other.bot != other.bot_at_start:
            return None
        level = ladder.above(self.shown.game.kind, other.bot)
        return (level, str(names.BOTS[level])) if level else None

    @property
    def can_report(self) -> bool:
        """Whether a person other than the viewer plays here."""
        return any(player.row.user_id and not player.is_you for player in self.players.both)

    @property
    def must_confirm(self) -> bool:
        """Whether the player is asked about a legal move: each one if they wish so, otherwise one that may be a slip,
        unless a hint has just suggested it.

        Anything else the door answers at once.
        """
        asked, shown = self.to_confirm, self.shown
        if asked is None or not shown.is_your_turn or asked.seen != shown.game.head:
            return False
        return asked.move in shown.kind.rules.legal(shown.head.state) and (
            asked.is_wished or bool(self.caution and not asked.is_hinted)
        )

    @cached_property
    def caution(self) -> str:
        """Why the move to be confirmed may be a slip."""
        if self.to_confirm is None:
            return ""
        return self.shown.kind_page.presenter.caution(self.shown.head.state, self.to_confirm.move)

    @property
    def move_in_words(self) -> str:
        """The move to be confirmed."""
        if self.to_confirm is None:
            return ""
        return self.shown.kind_page.presenter.say(self.shown.head.state, self.to_confirm.move)

    @property
    def move_groups(self) -> list[MoveGroup]:
        """Every legal move of the viewer, for the list."""
        return self.shown.kind_page.presenter.moves(self.shown.head.state)

    @property
    def legal(self) -> Sequence[str]:
        return self.shown.kind.rules.legal(self.shown.head.state)

    @property
    def can_hint(self) -> bool:
        shown = self.shown
        if not (shown.is_now and shown.is_your_turn and shown.viewer.seat):
            return False
        try:
            hints.check(shown.game, shown.viewer.seat)
        except IllegalMove:
            return False
        return True

    @cached_property
    def hint(self) -> Hint | None:
        return hints.read(self.shown.game, self.hinted) if self.hinted and self.can_hint else None
