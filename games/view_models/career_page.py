"""Results and achievements as pages show them: tables with words for their rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

from games import kinds
from games.careers import catalogue
from games.careers.results import KindResults, Pace, Sum
from games.lobby.ladder import name_of_board
from games.models import Achievement, Rated
from games.view_models import rating_page
from games.words import names
from games.words.durations import duration

if TYPE_CHECKING:
    from accounts.for_games import User

A_MINUTE: Final = timedelta(minutes=1)
FEW: Final = 10  # turns, before an average of them is shown


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    sum: Sum


@dataclass(frozen=True, slots=True)
class Table:
    """Some results with something in common, a line for each value of it."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class KindTables:
    """All results in one kind."""

    results: KindResults
    opponent: str = ""  # of a head to head

    @property
    def key(self) -> str:
        return self.results.key

    @property
    def title(self) -> str:
        return kinds.title_of(self.key)

    @cached_property
    def tables(self) -> list[Table]:
        """Those that have a line."""
        found = [
            Table(_("Opponent"), self._opponents()),
            Table(_("Options"), self._boards()),
            Table(_("Colour"), self._seats()),
            Table(_("Turn order"), self._turns()),
            Table(_("Bot"), self._bots()),
        ]
        return [table for table in found if table.rows]

    def _opponents(self) -> tuple[Row, ...]:
        pairs = ((self.opponent or _("People"), self.results.people), (_("Bots"), self.results.bots))
        return tuple(Row(name, found) for name, found in pairs if found)

    def _boards(self) -> tuple[Row, ...]:
        rows = (Row(name_of_board(self.key, dict(options)), found) for options, found in self.results.by_board.items())
        return tuple(sorted(rows, key=lambda row: (-row.sum.games, row.name)))

    def _seats(self) -> tuple[Row, ...]:
        sides = kinds.get(self.key).seats
        return tuple(Row(names.name_of_side(sides[seat - 1]), found) for seat, found in self.results.by_seat.items())

    def _turns(self) -> tuple[Row, ...]:
        pairs = ((_("Went first"), True), (_("Went second"), False))
        return tuple(Row(name, found) for name, key in pairs if (found := self.results.by_turn.get(key)))

    def _bots(self) -> tuple[Row, ...]:
        by_bot = self.results.by_bot
        known = [level for level in names.BOTS if level in by_bot]
        return tuple(
            Row(str(names.BOTS.get(level, level)), by_bot[level]) for level in [*known, *(by_bot.keys() - known)]
        )


def average_turn(pace: Pace) -> str:
    """How long a turn takes, in words; nothing as long as there are too few."""
    if pace.a_turn is None or pace.turns < FEW:
        return ""
    return duration(pace.a_turn) if pace.a_turn >= A_MINUTE else _("less than a minute")


@dataclass(frozen=True, slots=True)
class AimView:
    """An achievement, earned or not."""

    aim: catalogue.Aim
    row: Achievement | None
    may_see_game: bool = False
    count: int = 0

    @property
    def title(self) -> str:
        return self.aim.title()

    @property
    def task(self) -> str:
        return self.aim.task()

    @property
    def at(self) -> datetime | None:
        return self.row.at if self.row else None


def aims_of(rows: Sequence[Achievement], viewer: User | None, progress: Mapping[str, int]) -> list[AimView]:
    """All aims in their order: those that are earned with the game, the others as far as they have come."""
    by_key = {row.what: row for row in rows}
    return [
        AimView(aim, row, bool(row and _may_see(row, viewer)), progress.get(aim.key, 0))
        for aim in catalogue.aims()
        for row in [by_key.get(aim.key)]
    ]


def _may_see(row: Achievement, viewer: User | None) -> bool:
    players = {seat.user_id for seat in row.game.seats.all()}
    return row.game.is_public or bool(viewer and viewer.pk in players)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two people stand on the same ladder now."""

    one: rating_page.RatingView
    other: rating_page.RatingView

    @property
    def title(self) -> str:
        return self.one.title

    @property
    def points(self) -> int:
        """By which the first is ahead; negative if they are behind."""
        return self.one.rating - self.other.rating

    @property
    def behind(self) -> int:
        return -self.points


def differences(one: Sequence[Rated], other: Sequence[Rated], now: datetime) -> list[Difference]:
    """On the ladders of people on which both have played."""
    people = {row.kind: row for row in other if row.ladder == Rated.Ladder.PEOPLE}
    return [
        Difference(rating_page.view_of(row, now), rating_page.view_of(people[row.kind], now))
        for row in one
        if row.ladder == Rated.Ladder.PEOPLE and row.kind in people
    ]


__all__ = [
    "AimView",
    "Difference",
    "KindTables",
    "Table",
    "aims_of",
    "average_turn",
    "differences",
]
