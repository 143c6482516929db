"""The result of a mirror match: the sum of both boards.

A board that the rules ended counts with its points. One that somebody resigned or lost on time, or that moderators
decided, is lost by more than any points: nobody saves a match by giving up the board on which they are far behind.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from games import kinds
from games.contract import Seat
from games.models import EndedBy, Game
from games.table import log
from games.table.unreadable import Unreadable

Points = tuple[int, int]  # of seats one and two


@dataclass(frozen=True, slots=True)
class Board:
    """How one of the two games ended. The seats are those of the game from which the match is looked at."""

    winner: Seat | None
    points: Points | None  # None: the rules did not end it
    is_on_time: bool = False

    @property
    def margin(self) -> float:
        """By how much seat one has won it."""
        if self.points is not None:
            return self.points[0] - self.points[1]
        return 0 if self.winner is None else inf if self.winner is Seat.ONE else -inf

    @property
    def lost_on_time(self) -> Seat | None:
        return self.winner.other if self.winner and self.is_on_time else None

    def swapped(self) -> Board:
        """The same with seats changed."""
        points = self.points and (self.points[1], self.points[0])
        return Board(self.winner and self.winner.other, points, self.is_on_time)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result for the seats of one of the two games."""

    winner: Seat | None
    points: Points | None  # the sums; None: the rules did not end both boards
    lost_on_time: Seat | None  # whoever has lost the match, and a board of it on time

    @property
    def score(self) -> float:
        """Of seat one."""
        return 0.5 if self.winner is None else float(self.winner is Seat.ONE)


def result_of(game: Game, partner: Game) -> MatchResult:
    """Of two games that are over, as the seats of the first of them see it."""
    return sum_of(board_of(game), board_of(partner).swapped())


def sum_of(one: Board, other: Board) -> MatchResult:
    """The result of two boards with the same seats."""
    is_even = one.margin == -other.margin  # also if each has given up a board
    is_won = not is_even and one.margin + other.margin > 0
    winner = None if is_even else Seat.ONE if is_won else Seat.TWO
    late = {one.lost_on_time, other.lost_on_time}
    lost_on_time = winner.other if winner and winner.other in late else None
    sums = None
    if one.points and other.points:
        sums = one.points[0] + other.points[0], one.points[1] + other.points[1]
    return MatchResult(winner, sums, lost_on_time)


def board_of(game: Game) -> Board:
    """How a game that is over ended."""
    winner = Seat(game.winner) if game.winner else None
    return Board(winner, _points(game), game.decided == EndedBy.TIMEOUT)


def _points(game: Game) -> Points | None:
    if EndedBy.read(game.decided):
        return None
    try:
        outcome = kinds.get(game.kind).rules.outcome(log.position(game).state)
    except (kinds.UnknownKind, Unreadable):
        return None  # then the result that is stored must do
    return outcome.points if outcome else None
