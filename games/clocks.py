"""When a turn should be done: derived from when it began, in UTC; nothing ticks."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Terms

DAYS: dict[str, int] = {clock: int(clock.removesuffix("d")) for clock in Terms.Clock if clock is not Terms.Clock.NONE}


def deadline(clock: str, since: datetime) -> datetime | None:
    """The end of a turn that began then; None without a clock."""
    days = DAYS.get(clock)
    return since + timedelta(days=days) if days else None
