"""A game as its page and the lists show it to a viewer."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from urllib.parse import urlencode

from games.view_models.board_view import BoardView
from games.view_models.choices import Choices, MoveToConfirm
from games.view_models.game_clock import GameClock
from games.view_models.game_status import GameStatus
from games.view_models.match import Match
from games.view_models.players import Players
from games.view_models.shown_game import ShownGame
from games.words import names


@dataclass(frozen=True)
class GamePage(ShownGame):
    """The parts of the page. Each computes its values when a template asks for them."""

    ask: Mapping[str, str] = field(default_factory=dict)  # the viewer's choices so far, not yet played
    latest: Sequence[str] = ()  # moves whose traces are marked on the board
    since: int | None = None  # the last event that a player had seen before this visit
    had: int | None = None  # the last event that the viewer's page had, or else that they had seen
    is_flipped: bool = False
    lists_moves: bool = False  # the viewer chooses from a list of all moves
    explains: bool = False  # what is not possible is a link to the reason, also without a script
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

    @cached_property
    def match(self) -> Match | None:
        """The mirror match of which it is one game."""
        return Match(self, self.players, self.game.partner) if self.game.partner else None

    @property
    def rated_game(self) -> int | None:
        """The game that is rated for this one, when it is over; None while the other board of its match is running."""
        return self.game.pk if self.match is None else self.match.rated_game if self.match.is_over else None

    @property
    def is_fresh_victory(self) -> bool:
        """Whether the viewer has won, and sees it now for the first time."""
        winner, head = self.players.winner, self.head
        if self.had is None or not self.is_now or winner is None or not winner.is_you:
            return False
        return self.had < (head.ending.seq if head.ending else head.moves[-1].seq)

    @property
    def options(self) -> list[tuple[str, str]]:
        return names.options_of(self.game)

    @property
    def key(self) -> str:
        """Another key for every form: a form that is sent twice is one act."""
        return secrets.token_urlsafe(16)

    @property
    def kept(self) -> str:
        """What an address keeps while one plays: how the board and the moves are shown."""
        ways = {"flip": self.is_flipped, "list": self.lists_moves, "explain": self.explains}
        return "&".join(f"{name}=1" for name, is_on in ways.items() if is_on)

    @property
    def kept_query(self) -> str:
        return f"?{self.kept}" if self.kept else ""

    @property
    def and_kept(self) -> str:
        """The same, behind another query."""
        return f"&{self.kept}" if self.kept else ""

    @property
    def list_query(self) -> str:
        """The query of the address that shows the list of moves, or hides it again."""
        return f"?{replace(self, lists_moves=not self.lists_moves).kept}"

    @property
    def unhinted_query(self) -> str:
        """The query of the address that puts a hint away; what it has picked stays picked."""
        picked = urlencode({name: value for name, value in self.ask.items() if name != "hint"})
        return f"?{picked}{self.and_kept}" if picked else f"?{self.kept}"

    @property
    def explain_query(self) -> str:
        return f"?{replace(self, explains=not self.explains).kept}"
