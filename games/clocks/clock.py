"""The clocks of a game, computed in UTC from the times of its events; nothing ticks. See docs/clocks.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from heapq import merge
from zoneinfo import ZoneInfo

from django.db import connection

from games.contract import Seat
from games.models import Game, Terms
from games.models import Seat as SeatRow

Span = tuple[datetime, datetime]
NO_TIME = timedelta()
GRACE = timedelta(days=3)  # in which the waiting player decides about a game whose time is up
GIFTS = (24, 72, 168)  # hours that a player may give the other
LONGEST = timedelta(days=30)  # nobody has more than this, whatever they are given
SPARED = timedelta(hours=1)  # a seat that had more keeps this, whatever is taken back
SATURDAY = 5


def now() -> datetime:
    """The time of the database, which all processes share; acts are judged by it."""
    with connection.cursor() as cursor:
        cursor.execute(_NOW[connection.vendor])
        (moment,) = cursor.fetchone()
    return moment if isinstance(moment, datetime) else datetime.fromisoformat(moment).replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Pace:
    """The time control of a game. So many days a turn are a bank that every turn fills up again."""

    bank: timedelta  # at the start
    increment: timedelta  # more for every turn
    most: timedelta

    def refilled(self, left: timedelta) -> timedelta:
        """The bank after a turn that left so much time. Being late does not count against the next turn."""
        return min(self.most, max(left, NO_TIME) + self.increment)


def _days_a_turn(days: int) -> Pace:
    return Pace(timedelta(days=days), timedelta(days=days), timedelta(days=days))


PACES: Mapping[str, Pace] = {
    Terms.Clock.DAYS_1: _days_a_turn(1),
    Terms.Clock.DAYS_2: _days_a_turn(2),
    Terms.Clock.DAYS_3: _days_a_turn(3),
    Terms.Clock.DAYS_5: _days_a_turn(5),
    Terms.Clock.DAYS_7: _days_a_turn(7),
    Terms.Clock.DAYS_14: _days_a_turn(14),
    Terms.Clock.BANK_3: Pace(timedelta(days=3), timedelta(hours=12), timedelta(days=5)),
    Terms.Clock.BANK_5: Pace(timedelta(days=5), timedelta(hours=12), timedelta(days=7)),
    Terms.Clock.BANK_7: Pace(timedelta(days=7), timedelta(days=1), timedelta(days=14)),
}


@dataclass(frozen=True, slots=True)
class Stops:
    """The times at which a clock stands still: vacations of its player, and weekends if that was agreed."""

    pauses: tuple[Span, ...] = ()  # in order
    zone: ZoneInfo | None = None  # whose weekends are off; None: they are not

    def deadline(self, since: datetime, left: timedelta) -> datetime:
        """When so much time will have run out."""
        at = since
        for begin, end in self._spans(since):
            if begin - at >= left:
                break
            if end > at:
                left -= max(begin - at, NO_TIME)
                at = end
        return at + left

    def spent(self, since: datetime, until: datetime) -> timedelta:
        """How much time the clock has run between two moments."""
        ran, at = NO_TIME, since
        for begin, end in self._spans(since):
            if begin >= until or at >= until:
                break
            ran += max(begin - at, NO_TIME)
            at = max(at, end)
        return ran + max(until - at, NO_TIME)

    def resumes(self, at: datetime) -> datetime | None:
        """When the clock runs again, if it stands still at that moment; else None."""
        runs = at
        for begin, end in self._spans(at):
            if begin > runs:
                break
            runs = max(runs, end)
        return runs if runs > at else None

    def _spans(self, since: datetime) -> Iterator[Span]:
        """All pauses, in the order of their beginnings; with weekends there is no end of them."""
        return merge(self.pauses, weekends(self.zone, since) if self.zone else ())


def weekends(zone: ZoneInfo, since: datetime) -> Iterator[Span]:
    """The weekends from that week on: each from the first moment of Saturday to the first of Monday in the zone."""
    day = since.astimezone(zone).date()
    saturday = day - timedelta(days=(day.weekday() - SATURDAY) % 7)
    while True:
        yield midnight(saturday, zone), midnight(saturday + timedelta(days=2), zone)
        saturday += timedelta(days=7)


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """The first moment of a day, in UTC; where the clocks are put forward at midnight, that is not 0:00."""
    return datetime.combine(day, time(), tzinfo=zone).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both clocks of a running game."""

    pace: Pace
    stops: tuple[Stops, Stops]
    banks: tuple[timedelta, timedelta]  # what each has for this turn, or for its next
    since: datetime  # when this turn began
    paused: datetime | None = None  # since when a moderator has both stand still

    def deadline(self, seat: Seat) -> datetime:
        """The deadline of the seat to move; it does not count while a moderator has stopped the clocks."""
        return self.stops[seat - 1].deadline(self.since, self.banks[seat - 1])

    def settles(self, seat: Seat) -> datetime:
        """When a game in which this seat is late ends by itself: the other has GRACE to decide, vacations apart."""
        return self.stops[seat.other - 1].deadline(self.deadline(seat), GRACE)

    def left(self, seat: Seat, at: datetime, *, is_to_move: bool) -> timedelta:
        """The time that a seat has left; negative if it is late."""
        until = min(at, self.paused) if self.paused else at
        spent = self.stops[seat - 1].spent(self.since, until) if is_to_move else NO_TIME
        return self.banks[seat - 1] - spent

    def turned(self, seat: Seat | None, at: datetime) -> Clocks:
        """The clocks after a turn, which this seat has ended, if any seat has."""
        refilled = self
        if seat:
            refilled = self._with_bank(seat, self.pace.refilled(self.left(seat, at, is_to_move=True)))
        return replace(refilled, since=at)

    def resumed(self, seat: Seat | None, at: datetime) -> Clocks:
        """The clocks run again; the seat to move gets the time back during which they stood."""
        if self.paused is None or seat is None:
            return replace(self, paused=None)
        stood = self.stops[seat - 1].spent(max(self.since, self.paused), at)
        return replace(self._with_bank(seat, self.banks[seat - 1] + stood), paused=None)

    def given(self, seat: Seat, hours: int, at: datetime, *, is_to_move: bool) -> Clocks:
        """The clocks after this seat was given time, which counts from now on if it was late."""
        late = max(-self.left(seat, at, is_to_move=is_to_move), NO_TIME)
        return self._with_bank(seat, self.banks[seat - 1] + late + timedelta(hours=hours))

    def taken(self, seat: Seat, hours: int, at: datetime, *, is_to_move: bool) -> Clocks:
        """The clocks after time of this seat was taken back; it keeps SPARED, so that nobody is late by this."""
        spare = max(self.left(seat, at, is_to_move=is_to_move) - SPARED, NO_TIME)
        return self._with_bank(seat, self.banks[seat - 1] - min(timedelta(hours=hours), spare))

    def _with_bank(self, seat: Seat, bank: timedelta) -> Clocks:
        one, two = self.banks
        return replace(self, banks=(bank, two) if seat is Seat.ONE else (one, bank))


def of(game: Game, rows: Iterable[SeatRow]) -> Clocks | None:
    """The clocks of a game, from its rows; None if none run: in games without a clock and with bots."""
    pace = PACES.get(game.clock)
    seats = sorted(rows, key=lambda row: row.number)
    if pace is None or len(seats) != len(Seat) or any(row.bot for row in seats):
        return None
    one, two = seats
    stops = stops_of(one, game), stops_of(two, game)
    return Clocks(pace, stops, (one.bank or NO_TIME, two.bank or NO_TIME), game.turn_since, game.paused_at)


def stops_of(row: SeatRow, game: Game) -> Stops:
    return Stops(spans(row.pauses), zone_named(row.time_zone) if game.has_weekends_off else None)


def spans(pauses: Iterable[Iterable[str]]) -> tuple[Span, ...]:
    """The pauses that the row of a seat stores."""
    return tuple((datetime.fromisoformat(begin), datetime.fromisoformat(end)) for begin, end in pauses)


@cache
def zone_named(name: str) -> ZoneInfo:
    """The time zone of that name. Zones come and go with politics: one that is no longer known is UTC."""
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return ZoneInfo("UTC")


_NOW = {
    "sqlite": "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')",
    "postgresql": "SELECT clock_timestamp()",  # now() would be when the transaction began, before it waited for a lock
}
