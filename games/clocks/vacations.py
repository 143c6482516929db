"""Vacations: the clocks of a person stand still in all their games. Opponents are told; a vacation is never automatic.

The part of a vacation that lies in the past is never changed, so that a clock has always shown the truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.db import transaction

from games.clocks import clock, marks
from games.contract import Seat
from games.models import Game, Vacation
from games.models import Seat as SeatRow
from games.notify import events

if TYPE_CHECKING:
    from accounts.for_games import User

ALLOWANCE = timedelta(days=30)  # in a calendar year
AHEAD = timedelta(days=365)  # how long beforehand one may be told
MOST = 20  # in a year: each is told to everybody one plays


class VacationRefused(Exception):
    """A vacation is not possible; the code says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def take(*, user: User, first: date, last: date) -> Vacation:
    """Take a vacation on these days, in the person's own zone; from now on, if the first day is today.

    Vacations that overlap, or follow each other without a gap, become one. Raises VacationRefused.
    """
    if user.is_guest:
        raise VacationRefused("guests-have-none")
    zone = clock.zone_named(user.time_zone)
    with transaction.atomic():
        _lock([user])
        now = clock.now()
        today = now.astimezone(zone).date()
        if last < max(first, today):
            raise VacationRefused("ends-before-it-starts")
        if last > today + AHEAD:
            raise VacationRefused("too-far-ahead")
        starts = now if first <= today else clock.midnight(first, zone)
        ends = clock.midnight(last + timedelta(days=1), zone)
        touching = list(Vacation.objects.filter(user=user, starts__lte=ends, ends__gte=starts))
        kept = Vacation.objects.filter(user=user).exclude(pk__in=[one.pk for one in touching])
        starts = min([starts, *(one.starts for one in touching)])
        ends = max([ends, *(one.ends for one in touching)])
        spans = [(starts, ends), *kept.values_list("starts", "ends")]
        for year in {starts.astimezone(zone).year, ends.astimezone(zone).year}:
            if used(spans, year, zone) > ALLOWANCE:
                raise VacationRefused("more-than-the-allowance")
        if kept.filter(ends__gt=now - timedelta(days=365)).count() >= MOST:
            raise VacationRefused("too-many-vacations")
        merged = touching[0] if touching else Vacation(user=user)
        Vacation.objects.filter(pk__in=[one.pk for one in touching[1:]]).delete()
        merged.starts, merged.ends, merged.announced_at = starts, ends, now
        merged.save()
        spread(user, now=now)
        events.on_vacation(user=user, until=ends)
    return merged


def end(*, user: User, vacation_id: int) -> None:
    """End a vacation now, or cancel it if it has not begun. Nothing happens if it is over."""
    with transaction.atomic():
        _lock([user])
        now = clock.now()
        vacation = Vacation.objects.filter(user=user, pk=vacation_id, ends__gt=now).first()
        if vacation is None:
            return
        if vacation.starts >= now:
            vacation.delete()
        else:
            vacation.ends = now
            vacation.save(update_fields=["ends"])
        spread(user, now=now)


def used(spans: Iterable[clock.Span], year: int, zone: ZoneInfo) -> timedelta:
    """How much of the allowance of a year the spans take. A day counts as 24 hours, also when clocks are changed."""
    first, last = datetime(year, 1, 1), datetime(year + 1, 1, 1)  # noqa: DTZ001 - by the calendar on the wall
    local = [[moment.astimezone(zone).replace(tzinfo=None) for moment in span] for span in spans]
    return sum((max(min(end, last) - max(begin, first), clock.NO_TIME) for begin, end in local), clock.NO_TIME)


def left(user: User, year: int) -> timedelta:
    """What is left of the allowance of that year."""
    spans = Vacation.objects.filter(user=user).values_list("starts", "ends")
    return max(ALLOWANCE - used(spans, year, clock.zone_named(user.time_zone)), clock.NO_TIME)


def to_come(user: User, now: datetime) -> list[Vacation]:
    """The vacation that a person is on, and those ahead."""
    return list(Vacation.objects.filter(user=user, ends__gt=now))


def pauses(users: Sequence[User], *, since: datetime) -> dict[int, list[list[str]]]:
    """The pauses of the seats in a game that begins then. Locks the vacations of its players until the commit."""
    _lock(users)
    found: dict[int, list[list[str]]] = {user.pk: [] for user in users}
    for vacation in Vacation.objects.filter(user__in=users, ends__gt=since).order_by("starts"):
        found[vacation.user_id].append(_as_stored(vacation.starts, vacation.ends))
    return found


def spread(user: User, *, now: datetime) -> None:
    """Write the vacations of a person into the seats of their running games, and move the deadlines."""
    ahead = [(max(one.starts, now), one.ends) for one in to_come(user, now)]
    games = Game.objects.select_for_update(of=("self",)).filter(seats__user=user, status=Game.Status.RUNNING)
    for game in games.order_by("pk").prefetch_related("seats"):
        rows = list(game.seats.all())
        row = next(row for row in rows if row.user_id == user.pk)
        past = [(begin, min(end, now)) for begin, end in clock.spans(row.pauses) if begin < now]
        paused = [_as_stored(begin, end) for begin, end in _joined([*past, *ahead])]
        if paused == row.pauses:
            continue
        row.pauses = paused
        SeatRow.objects.filter(pk=row.pk).update(pauses=paused)
        running = clock.of(game, rows)
        if running and game.to_move and not running.paused:
            deadline = running.deadline(Seat(game.to_move))
            remind_at = marks.first(game.turn_since, deadline)
            Game.objects.filter(pk=game.pk).update(deadline=deadline, remind_at=remind_at)


def _joined(spans: Iterable[clock.Span]) -> list[clock.Span]:
    """The spans in order; spans that touch become one."""
    joined: list[clock.Span] = []
    for begin, end in spans:
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((begin, end))
    return joined


def _as_stored(begin: datetime, end: datetime) -> list[str]:
    """A pause as the row of a seat stores it; clock.spans reads it."""
    return [begin.isoformat(), end.isoformat()]


def _lock(users: Sequence[User]) -> None:
    """Let changes of a person's vacations, and games that begin with them, happen one after the other."""
    people = get_user_model().objects.select_for_update(no_key=True)
    list(people.filter(pk__in=[user.pk for user in users]).order_by("pk").values_list("pk"))
