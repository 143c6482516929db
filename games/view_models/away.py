from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clocks.clock import Span

SOON = timedelta(days=14)


@dataclass(frozen=True)
class Away:
    """Somebody's vacation, as those who play them are told."""

    starts: datetime
    ends: datetime
    is_now: bool

    @property
    def last_day(self) -> datetime:
        """A vacation ends with its last day, at the first moment of the next."""
        return self.ends - timedelta(microseconds=1)


def away(vacations: Iterable[Span], now: datetime) -> Away | None:
    """The one that somebody is on, or the next if it comes soon."""
    for starts, ends in vacations:
        if ends > now:
            return Away(starts, ends, starts <= now) if starts < now + SOON else None
    return None
