"""Hours of the day in the time zone of a person, also on days on which the clocks are changed."""

from __future__ import annotations

from datetime import datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING

from django.utils import timezone

from games.clocks.clock import zone_named

if TYPE_CHECKING:
    from accounts.for_games import User


def next_time(hour: int, zone: tzinfo, after: datetime) -> datetime:
    """The first time after a moment at which the clocks of a zone show the hour, or skip it."""
    day = after.astimezone(zone).date()
    for days in range(3):
        local = datetime.combine(day + timedelta(days=days), time(hour), zone)
        moment = local.astimezone(timezone.get_default_timezone())
        if moment > after:
            return moment
    raise AssertionError("every day has every hour")


def end_of_quiet(user: User, now: datetime) -> datetime | None:
    """The end of the present quiet hours of a person; None if it is not quiet."""
    begin, end = user.quiet_from, user.quiet_until
    if begin is None or begin == end:
        return None
    zone = zone_named(user.time_zone)
    hour = now.astimezone(zone).hour
    is_quiet = begin <= hour < end if begin < end else hour >= begin or hour < end
    return next_time(end, zone, now) if is_quiet else None
