"""How ratings come about: finished games, one after the other in the order in which they ended, change two of them.

Pure: the same games give the same ratings, on the site, in its verification and for whoever recomputes them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, MutableMapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from games.contract import Seat
from games.ratings import glicko
from games.ratings.glicko import Rating

BEGINNER: Final = Rating()
DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """What of a finished game matters for ratings."""

    number: int
    at: datetime
    players: tuple[Hashable, Hashable]  # of seat one and seat two
    score: float  # of seat one: 1, 0.5 or 0
    advantage: float  # what seat one is worth, in rating
    lost_on_time: Seat | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands after a game."""

    rating: Rating = BEGINNER
    games: int = 0  # that counted
    at: datetime | None = None  # the last game
    has_lost_on_time: bool = False  # that last game

    def now(self, at: datetime) -> Rating:
        """The rating as it is at that time: the longer ago the last game was, the less sure."""
        return glicko.aged(self.rating, self.periods(at))

    @property
    def sure_until(self) -> datetime | None:
        """Until when the rating is established if no game follows; None if it is not."""
        if self.at is None or self.rating.is_provisional:
            return None
        return self.at + glicko.sure_for(self.rating) / glicko.PERIODS_A_DAY * DAY

    def periods(self, at: datetime) -> float:
        return max(0.0, (at - self.at) / DAY) * glicko.PERIODS_A_DAY if self.at else 0.0


@dataclass(frozen=True, slots=True)
class Change:
    """What a game did to one of its players."""

    game: int
    at: datetime
    player: Hashable
    opponent: Hashable
    seat: Seat
    score: float
    expected: float
    counts: bool  # not for a loss on time that follows another one: a series of them counts once
    before: Rating
    after: Rating
    games: int  # that have counted so far
    lost_on_time: bool


def fold(standings: MutableMapping[Hashable, Standing], games: Iterable[RatedGame]) -> Iterator[tuple[Change, Change]]:
    """The changes by each game; ``standings`` is carried on, and has those of before the first one."""
    for game in games:
        one, two = (standings.get(player) or Standing() for player in game.players)
        changes = _changes(game, one, two)
        for change, before in zip(changes, (one, two), strict=True):
            standings[change.player] = replace(
                before,
                rating=change.after if change.counts else before.rating,
                games=change.games,
                at=game.at if change.counts else before.at,
                has_lost_on_time=change.lost_on_time,
            )
        yield changes


def _changes(game: RatedGame, one: Standing, two: Standing) -> tuple[Change, Change]:
    standings = (one, two)
    counts = game.lost_on_time is None or not standings[game.lost_on_time - 1].has_lost_on_time
    today = one.now(game.at), two.now(game.at)
    expected = glicko.expected(*today, game.advantage)
    return (
        _change(game, Seat.ONE, one, today, expected, counts=counts),
        _change(game, Seat.TWO, two, (today[1], today[0]), 1 - expected, counts=counts),
    )


def _change(
    game: RatedGame, seat: Seat, standing: Standing, today: tuple[Rating, Rating], expected: float, *, counts: bool
) -> Change:
    mine, other = today
    score, advantage = (game.score, game.advantage) if seat is Seat.ONE else (1 - game.score, -game.advantage)
    after = mine
    if counts:
        periods = standing.periods(game.at)
        after = glicko.rated(standing.rating, [(other, score, advantage)], periods=periods)
    return Change(
        game=game.number,
        at=game.at,
        player=game.players[seat - 1],
        opponent=game.players[seat.other - 1],
        seat=seat,
        score=score,
        expected=expected,
        counts=counts,
        before=mine,
        after=after,
        games=standing.games + counts,
        lost_on_time=game.lost_on_time is seat,
    )
