"""The time of a game as its page and lists tell it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import takewhile

from django.contrib.humanize.templatetags.humanize import naturaltime
from django.utils import timezone

from games.clocks import clock
from games.clocks.clock import Clocks
from games.contract import Seat
from games.models import Seat as SeatRow
from games.view_models.clockface import Clockface
from games.view_models.shown_game import ShownGame
from games.words import durations

HURRIED = timedelta(hours=6)


@dataclass(frozen=True)
class GameClock:
    """The clocks of both players at the moment the page is made."""

    shown: ShownGame

    @cached_property
    def now(self) -> datetime:
        """The time for display only: the door decides acts by the database's time."""
        return timezone.now()

    @cached_property
    def clocks(self) -> Clocks | None:
        return None if self.shown.is_over else clock.of(self.shown.game, self.shown.rows)

    @property
    def is_on(self) -> bool:
        """Whether a clock runs: none does while the game waits for the other board of its match."""
        return self.clocks is not None and not self.shown.is_held

    @property
    def is_late(self) -> bool:
        deadline = self.shown.game.deadline
        return deadline is not None and deadline < self.now

    @property
    def is_hurried(self) -> bool:
        deadline = self.shown.game.deadline
        return deadline is not None and deadline < self.now + HURRIED

    @cached_property
    def face(self) -> Clockface:
        """What it shows of a running game."""
        game = self.shown.game
        if not self.is_on:
            return Clockface(is_on=False, since=str(naturaltime(game.turn_since)))
        left = self._time_left()  # the deadline is later while the clock stands still
        return Clockface(
            is_on=True,
            since="",
            is_stopped=game.paused_at is not None,
            is_late=self.is_late,
            is_hurried=self.is_hurried,
            time_left=durations.duration(left),
            in_short=durations.time_left(left),
            deadline=game.deadline,
            resumes=self.resumes,
        )

    @property
    def resumes(self) -> datetime | None:
        """The moment at which a clock that stands still now runs again."""
        to_move = self.shown.game.to_move
        if self.clocks is None or to_move is None or self.is_late:
            return None
        return self.clocks.stops[to_move - 1].resumes(self.now)

    @property
    def settles(self) -> datetime | None:
        """The moment at which a game whose time is up ends by itself."""
        to_move = self.shown.game.to_move
        return self.clocks.settles(Seat(to_move)) if self.clocks and to_move else None

    @property
    def gifts(self) -> list[int]:
        """The hours that a player may give."""
        return list(clock.GIFTS)

    @property
    def may_have_gift(self) -> bool:
        """Whether time can have been given in this turn: something happened in it besides the moves that stand."""
        if not (self.shown.is_your_turn and self.is_on):
            return False
        moves = self.shown.head.moves
        own = sum(1 for _ in takewhile(lambda made: made.seat == self.shown.viewer.seat, reversed(moves)))
        before = moves[-own - 1].seq if own < len(moves) else 0
        return self.shown.game.head - before > own

    def bank_of(self, row: SeatRow) -> str:
        """A player's time in words. It is empty where every turn has a full bank, unless more time was given."""
        if self.clocks is None:
            return ""
        pace, bank = self.clocks.pace, self.clocks.banks[row.number - 1]
        if pace.increment == pace.most and bank <= pace.most:
            return ""
        left = self.clocks.left(Seat(row.number), self.now, is_to_move=row.number == self.shown.game.to_move)
        return durations.duration(max(left, timedelta()))

    def _time_left(self) -> timedelta:
        to_move = self.shown.game.to_move
        assert self.clocks and to_move
        return max(self.clocks.left(Seat(to_move), self.now, is_to_move=True), timedelta())
