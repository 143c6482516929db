"""How much the desk has to do: cases by month, how they ended, and how long people waited for an answer."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from statistics import median

from django.utils import timezone

from games.models import Case, Report

MONTHS = 12
Finding = Case.Finding


@dataclass
class Month:
    """The cases that were opened in a month, and those that were settled in it."""

    first: date
    opened: int = 0
    outcomes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(Finding.values, 0))
    waits: list[timedelta] = field(default_factory=list)

    @property
    def settled(self) -> int:
        return sum(self.outcomes.values())

    @property
    def usual_wait(self) -> timedelta | None:
        """Half of the cases that were settled took less."""
        return _median(self.waits)


@dataclass(frozen=True)
class Sort:
    """The cases of one reason, of all months that are shown."""

    label: str
    count: int
    acted: int  # of those that are settled
    usual_wait: timedelta | None


def months(now: datetime | None = None) -> list[Month]:
    """The last twelve, the latest first, in the time zone of the reader."""
    found = {first: Month(first) for first in _firsts(timezone.localdate(now))}
    for case in _cases(min(found)):
        opened = found.get(_first(case.opened_at))
        if opened:
            opened.opened += 1
        settled = found.get(_first(case.closed_at)) if case.closed_at else None
        if settled and case.closed_at:
            settled.outcomes[case.outcome] += 1
            settled.waits.append(case.closed_at - case.opened_at)
    return list(found.values())


def sorts(now: datetime | None = None) -> list[Sort]:
    """By reason, the most frequent first."""
    by_reason: dict[str, list[Case]] = defaultdict(list)
    for case in _cases(_firsts(timezone.localdate(now))[-1]):
        by_reason[case.reason].append(case)
    made = [
        Sort(
            str(Report.Offence(reason).label),
            len(some),
            sum(case.outcome == Finding.ACTED for case in some),
            _median([case.closed_at - case.opened_at for case in some if case.closed_at]),
        )
        for reason, some in by_reason.items()
    ]
    return sorted(made, key=lambda sort: -sort.count)


def _cases(since: date) -> list[Case]:
    start = datetime.combine(since, time.min, tzinfo=timezone.get_current_timezone())
    rows = Case.objects.filter(opened_at__gte=start) | Case.objects.filter(closed_at__gte=start)
    return list(rows.only("reason", "outcome", "opened_at", "closed_at"))


def _median(waits: list[timedelta]) -> timedelta | None:
    return timedelta(seconds=median(wait.total_seconds() for wait in waits)) if waits else None


def _firsts(today: date) -> list[date]:
    """The first days of the last months, the latest first."""
    found = [today.replace(day=1)]
    while len(found) < MONTHS:
        found.append((found[-1] - timedelta(days=1)).replace(day=1))
    return found


def _first(moment: datetime) -> date:
    return timezone.localdate(moment).replace(day=1)
