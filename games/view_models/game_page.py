"""A game as its page and the lists show it to a viewer."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.view_models.board_view import BoardView
from games.view_models.choices import Choices, MoveToConfirm
from games.view_models.game_clock import GameClock
from games.view_models.game_status import GameStatus
from games.view_models.players import Players
from games.view_models.shown_game import ShownGame
from games.words import names


@dataclass(frozen=True)
class GamePage(ShownGame):
    """The parts of the page. Each computes its values when a template asks for them."""

    ask: Mapping[str, str] = field(default_factory=dict)  # the viewer's choices so far, not yet played
    latest: Sequence[str] = ()  # moves whose traces are marked on the board
    since: int | None = None  # the last event that a player had seen before this visit
    is_flipped: bool = False
    typed: str = ""  # a move that was refused: nobody types it twice
    to_confirm: MoveToConfirm | None = None
    hinted: str = ""  # a move that a bot has suggested

    @cached_property
    def clock(self) -> GameClock:
        return GameClock(self)

    @cached_property
    def players(self) -> Players:
        return Players(self, self.clock)

    @cached_property
    def board(self) -> BoardView:
        return BoardView(self, self.players, self.ask, self.latest)

    @cached_property
    def choices(self) -> Choices:
        return Choices(self, self.players, self.clock, self.to_confirm, self.hinted)

    @cached_property
    def status(self) -> GameStatus:
        return GameStatus(self, self.players)

    @property
    def options(self) -> list[tuple[str, str]]:
        return names.options_of(self.game)

    @property
    def key(self) -> str:
        """Another key for every form: a form that is sent twice is one act."""
        return secrets.token_urlsafe(16)

    @property
    def flip_query(self) -> str:
        """The query of an address that keeps the side from which the board is seen."""
        return "?flip=1" if self.is_flipped else ""

    @property
    def and_flip(self) -> str:
        """The same, behind another query."""
        return "&flip=1" if self.is_flipped else ""
