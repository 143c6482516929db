"""A vacation as opponents are told of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clocks.clock import Span

SOON = timedelta(days=14)


@dataclass(frozen=True)
class VacationView:
    starts: datetime
    ends: datetime
    is_now: bool

    @property
    def last_day(self) -> datetime:
        """A vacation ends with its last day, at the first moment of the next."""
        return self.ends - timedelta(microseconds=1)


def vacation_to_tell(vacations: Iterable[Span], now: datetime) -> VacationView | None:
    """The vacation that somebody is on, or the next if it comes soon."""
    for starts, ends in vacations:
        if ends > now:
            return VacationView(starts, ends, starts <= now) if starts < now + SOON else None
    return None
