"""The marks of a turn at which its player is reminded: a day before its end, and when four fifths of it are used."""

from __future__ import annotations

from datetime import datetime, timedelta

LAST_DAY = timedelta(hours=24)
SHORT_TURN = timedelta(hours=30)  # most of a shorter turn is its last day: it has the other mark alone
USED = 0.8


def of_turn(since: datetime, deadline: datetime | None) -> list[tuple[datetime, str]]:
    """The moments and names of the marks, the earlier first; none without a deadline."""
    if deadline is None:
        return []
    length = deadline - since
    marks = [(since + USED * length, "80%")]
    if length > SHORT_TURN:
        marks.append((deadline - LAST_DAY, "24h"))
    return sorted(marks)


def first(since: datetime, deadline: datetime | None) -> datetime | None:
    return next((moment for moment, _ in of_turn(since, deadline)), None)


def following(since: datetime, deadline: datetime | None, now: datetime) -> datetime | None:
    """The first mark that is still ahead."""
    return next((moment for moment, _ in of_turn(since, deadline) if moment > now), None)


def last_passed(since: datetime, deadline: datetime | None, now: datetime) -> str:
    """The latest mark that the turn has passed; the earlier one is left out if a worker slept through both."""
    passed = [name for moment, name in of_turn(since, deadline) if moment <= now]
    return passed[-1] if passed else ""
