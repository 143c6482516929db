"""Spans of time in words."""

from __future__ import annotations

from datetime import timedelta
from functools import lru_cache
from typing import Final

from django.utils.html import avoid_wrapping
from django.utils.timesince import TIME_STRINGS
from django.utils.translation import get_language, gettext

KEPT: Final = 2000  # texts: a list names many times, and the next list mostly the same


def duration(time: timedelta) -> str:
    """In days, hours and minutes, the two largest of them: 2 days, 3 hours."""
    return _in_words(int(time.total_seconds()) // 60, get_language())


@lru_cache(maxsize=KEPT)
def _in_words(minutes: int, _language: str | None) -> str:
    parts = [("day", minutes // 1440), ("hour", minutes // 60 % 24), ("minute", minutes % 60)]
    first = next((place for place, (_, number) in enumerate(parts) if number), 2)
    shown = [part for part in parts[first : first + 2] if part[1]] or parts[-1:]
    return gettext(", ").join(avoid_wrapping(str(TIME_STRINGS[unit] % {"num": number})) for unit, number in shown)


def time_left(time: timedelta) -> str:
    """How long it is until then, as short as a list needs it; nothing once it is past."""
    if time < timedelta():
        return ""
    hours, minutes = time.seconds // 3600, time.seconds // 60 % 60
    if time.days:
        return gettext("%(days)s d %(hours)s h left") % {"days": time.days, "hours": hours}
    if hours:
        return gettext("%(hours)s h left") % {"hours": hours}
    return gettext("%(minutes)s min left") % {"minutes": minutes}
