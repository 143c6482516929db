"""The results of a person by kind, board, seat, opponent and bot; and how fast and how reliably they play.

They are counted from the games that began last, as many as can be read while a page is waited for; the page says so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, TypeVar

from games import kinds, queries
from games.careers import played
from games.careers.played import PlayedGame
from games.models import Vacation

if TYPE_CHECKING:
    from accounts.for_games import User

MOST: Final = 1000
A_YEAR: Final = timedelta(days=365)
_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Sum:
    """How the games ended that have something in common."""

    games: int
    won: int
    drawn: int

    @property
    def lost(self) -> int:
        return self.games - self.won - self.drawn

    @property
    def percent(self) -> int:
        """The share of the points, a draw as half of one."""
        return round(100 * (self.won + self.drawn / 2) / self.games)


@dataclass(frozen=True, slots=True)
class KindResults:
    """The results in one kind. Keys are those of options, seats and bots; against people, but for ``by_bot``."""

    key: str
    people: Sum | None
    bots: Sum | None
    by_board: dict[tuple[tuple[str, str], ...], Sum]
    by_seat: dict[int, Sum]
    by_turn: dict[bool, Sum]  # whether one went first
    by_bot: dict[str, Sum]


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast somebody plays against people, and how often they ran out of time."""

    games: int
    turns: int
    seconds: int
    lost_on_time: int

    @property
    def a_turn(self) -> timedelta | None:
        return timedelta(seconds=self.seconds / self.turns) if self.turns else None


@dataclass(frozen=True, slots=True)
class Away:
    """The vacations of the last year."""

    times: int
    days: int


@dataclass(frozen=True, slots=True)
class Results:
    games: int
    is_all: bool  # there are no more games than these
    kinds: list[KindResults]
    pace: Pace


def results_of(person: User, *, viewer: User | None) -> Results:
    """By one query: those of the last games that the viewer may see."""
    games = played.latest(person, queries.may_be_seen(person, viewer, "game__"), MOST + 1)
    shown = games[:MOST]
    people = [game for game in shown if game.is_against_person]
    return Results(len(shown), len(games) <= MOST, _by_kind(shown), _pace(people))


def between(person: User, other: User, *, viewer: User | None) -> list[KindResults]:
    """The results of the last games of two people with each other, from the side of the first."""
    condition = queries.may_be_seen(person, viewer, "game__") & played.is_against(other)
    return _by_kind(played.latest(person, condition, MOST))


def away(person: User, now: datetime) -> Away:
    spans = list(Vacation.objects.filter(user=person, ends__gt=now - A_YEAR).values_list("starts", "ends"))
    begun = [(max(starts, now - A_YEAR), min(ends, now)) for starts, ends in spans if starts < now]
    return Away(len(begun), round(sum(((ends - starts) / timedelta(days=1) for starts, ends in begun), 0.0)))


def _by_kind(games: Sequence[PlayedGame]) -> list[KindResults]:
    known = [kind.key for kind in kinds.all()]
    return [_of_kind(key, mine) for key in known if (mine := [game for game in games if game.kind == key])]


def _of_kind(key: str, games: Sequence[PlayedGame]) -> KindResults:
    people = [game for game in games if game.is_against_person]
    bots = [game for game in games if not game.is_against_person]
    return KindResults(
        key=key,
        people=sum_of(people) if people else None,
        bots=sum_of(bots) if bots else None,
        by_board=_by(people, lambda game: tuple(game.options.items())),
        by_seat=dict(sorted(_by(people, lambda game: game.seat).items())),
        by_turn=_by([game for game in people if game.went_first is not None], lambda game: bool(game.went_first)),
        by_bot=_by(bots, lambda game: game.bot),
    )


def sum_of(games: Sequence[PlayedGame]) -> Sum:
    return Sum(len(games), sum(game.is_won for game in games), sum(game.is_drawn for game in games))


def _by(games: Iterable[PlayedGame], key: Callable[[PlayedGame], _Key]) -> dict[_Key, Sum]:
    found: dict[_Key, list[PlayedGame]] = {}
    for game in games:
        found.setdefault(key(game), []).append(game)
    return {value: sum_of(group) for value, group in found.items()}


def _pace(people: Sequence[PlayedGame]) -> Pace:
    return Pace(
        games=len(people),
        turns=sum(game.turns or 0 for game in people),
        seconds=sum(game.seconds or 0 for game in people),
        lost_on_time=sum(game.is_lost_on_time for game in people),
    )
