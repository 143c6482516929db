from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse

from games.table.position import StandingMove
from games.view_models.game_page import GamePage


@dataclass(frozen=True)
class RoundTick:
    """Where a round begins on the slider, in percent of its length."""

    number: int
    percent: float


@dataclass(frozen=True)
class StepLinks:
    """The steps of a game, each with its address: before the first move, and after every move that stands."""

    page: GamePage
    base: str = ""  # the address that the queries belong to, where it is not that of the request

    def address(self, at: int | None) -> str:
        """The address of a step; without one, of the game as it is now."""
        return f"{self.base}?{self._query(at, is_flipped=self.page.is_flipped)}"

    @cached_property
    def stops(self) -> list[int]:
        return [0, *(made.seq for made in self.moves)]

    @cached_property
    def current(self) -> int:
        """The last move made in the position that is shown."""
        shown = self.page.shown.moves
        return shown[-1].seq if shown else 0

    @property
    def first(self) -> str | None:
        return self.address(0) if self.current else None

    @property
    def back(self) -> str | None:
        place = bisect_left(self.stops, self.current)
        return self.address(self.stops[place - 1]) if place else None

    @property
    def next(self) -> str | None:
        place = bisect_right(self.stops, self.current)
        return self.address(self.stops[place]) if place < len(self.stops) and not self.page.is_now else None

    @property
    def now(self) -> str:
        return self.address(None)

    @property
    def flip(self) -> str:
        """The same step from the other side."""
        return f"{self.base}?{self._query(self.page.at, is_flipped=not self.page.is_flipped)}"

    @property
    def permanent(self) -> str:
        """The address of the step that is shown, which never changes."""
        return f"{reverse('games:game', args=[self.page.game.pk])}?at={self.current}"

    @property
    def last(self) -> int:
        return self.stops[-1]

    @property
    def count(self) -> int:
        return len(self.moves)

    @property
    def number(self) -> int:
        """The number of moves before the step that is shown."""
        return len(self.page.shown.moves)

    @property
    def round(self) -> int | None:
        """The round of the step that is shown."""
        return self.round_of(self.number) if self.page.kind.has_rounds and self.number else None

    @property
    def is_taken_back(self) -> bool:
        """Whether the move that is shown was taken back."""
        return self.current not in self.stops

    @property
    def ticks(self) -> list[RoundTick]:
        if not self.page.kind.has_rounds:
            return []
        begins = enumerate((self.moves[place].seq for place in self.begins), start=1)
        return [RoundTick(number, round(100 * seq / self.last, 1)) for number, seq in begins]

    @property
    def moves(self) -> tuple[StandingMove, ...]:
        return self.page.head.moves

    @cached_property
    def begins(self) -> list[int]:
        """The places of the moves that begin a round: those of chance after a player's, and the first of all."""
        moves = self.moves
        if not self.page.kind.has_rounds:
            return [0] if moves else []
        return [
            place
            for place, made in enumerate(moves)
            if made.seat is None and (place == 0 or moves[place - 1].seat is not None)
        ]

    def round_of(self, number: int) -> int:
        """The round in which the move of that number, from 1, was made."""
        return bisect_right(self.begins, number - 1)

    def _query(self, at: int | None, *, is_flipped: bool) -> str:
        parts = [f"at={at}" if at is not None else "", "flip=1" if is_flipped else ""]
        return "&".join(part for part in parts if part)
