"""The history of a person for the desk: earlier cases, sanctions, and how their own reports were judged."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Count, Q
from django.utils import timezone

from games.models import Case, Report, Sanction

if TYPE_CHECKING:
    from accounts.for_games import User

MOST = 5
Finding = Case.Finding


@dataclass(frozen=True)
class EarlierCase:
    """Another case about the same person."""

    case: Case
    reason: str


@dataclass(frozen=True)
class ImposedSanction:
    sanction: Sanction
    is_in_force: bool


@dataclass(frozen=True)
class ReportingRecord:
    """How the answered reports of a person were judged, and what was found about themselves."""

    reported: int
    right: int
    unfair: int
    found: int  # cases about them in which something was done
    sanctions: int


@dataclass(frozen=True)
class PersonHistory:
    user: User
    judgement: ReportingRecord
    cases: Sequence[EarlierCase]  # the latest
    open: int  # other open cases about them
    settled: int
    found: int  # settled cases in which something was done
    sanctions: Sequence[ImposedSanction]


def history_of(user: User, *, besides: Case) -> PersonHistory:
    """The history of the subject of a case, without that case."""
    others = Case.objects.filter(subject=user).exclude(pk=besides.pk)
    counts = others.aggregate(
        open=Count("pk", filter=Q(status=Case.Status.OPEN)),
        found=Count("pk", filter=Q(outcome=Finding.ACTED)),
        settled=Count("pk", filter=Q(status=Case.Status.CLOSED)),
    )
    now = timezone.now()
    sanctions = Sanction.objects.filter(user=user).order_by("-at")[:MOST]
    latest = others.order_by("-status", "-opened_at")[:MOST]
    return PersonHistory(
        user,
        reporting_records([user.pk])[user.pk],
        [EarlierCase(case, str(Report.Offence(case.reason).label)) for case in latest],
        counts["open"],
        counts["settled"],
        counts["found"],
        [ImposedSanction(one, _is_in_force(one, now)) for one in sanctions],
    )


def reporting_records(users: Collection[int]) -> dict[int, ReportingRecord]:
    """The records of several people, by id, in a fixed number of queries."""
    answered = Report.objects.filter(reporter__in=users, case__status=Case.Status.CLOSED).values_list("reporter")
    right, unfair = (Count("pk", filter=Q(case__outcome=outcome)) for outcome in (Finding.ACTED, Finding.ABUSED))
    rows = answered.annotate(Count("pk"), right=right, unfair=unfair)
    counts = {pk: (reported, fair, unjust) for pk, reported, fair, unjust in rows}
    about = Case.objects.filter(subject__in=users, outcome=Finding.ACTED).values_list("subject")
    found = dict(about.annotate(Count("pk")))
    sanctions = dict(Sanction.objects.filter(user__in=users).order_by().values_list("user").annotate(Count("pk")))
    return {pk: ReportingRecord(*counts.get(pk, (0, 0, 0)), found.get(pk, 0), sanctions.get(pk, 0)) for pk in users}


def _is_in_force(sanction: Sanction, now: datetime) -> bool:
    return sanction.lifted_at is None and (sanction.until is None or sanction.until > now)
