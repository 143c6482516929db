"""Spans of time in words."""

from __future__ import annotations

from datetime import timedelta

from django.utils.html import avoid_wrapping
from django.utils.timesince import TIME_STRINGS
from django.utils.translation import gettext as _now


def duration(time: timedelta) -> str:
    """In days, hours and minutes, the two largest of them: 2 days, 3 hours."""
    minutes = int(time.total_seconds()) // 60
    parts = [("day", minutes // 1440), ("hour", minutes // 60 % 24), ("minute", minutes % 60)]
    first = next((place for place, (_, number) in enumerate(parts) if number), 2)
    shown = [part for part in parts[first : first + 2] if part[1]] or parts[-1:]
    return _now(", ").join(avoid_wrapping(str(TIME_STRINGS[unit] % {"num": number})) for unit, number in shown)
