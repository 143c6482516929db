"""Hours of the day where somebody lives, whatever is done to the clocks there."""

from __future__ import annotations

from datetime import datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.utils import timezone

if TYPE_CHECKING:
    from accounts.for_games import User


def zone_of(user: User) -> tzinfo:
    """A zone that is no more is UTC."""
    try:
        return ZoneInfo(user.time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return timezone.get_default_timezone()


def next_time(hour: int, zone: tzinfo, after: datetime) -> datetime:
    """The first time after that moment at which clocks there strike the hour, or skip over it."""
    day = after.astimezone(zone).date()
    for days in range(3):
        local = datetime.combine(day + timedelta(days=days), time(hour), zone)
        moment = local.astimezone(timezone.get_default_timezone())
        if moment > after:
            return moment
    raise AssertionError("every day has every hour")


def end_of_quiet(user: User, now: datetime) -> datetime | None:
    """When the quiet hours end that it is now; None if it is not quiet."""
    begin, end = user.quiet_from, user.quiet_until
    if begin is None or begin == end:
        return None
    hour = now.astimezone(zone_of(user)).hour
    is_quiet = begin <= hour < end if begin < end else hour >= begin or hour < end
    return next_time(end, zone_of(user), now) if is_quiet else None
