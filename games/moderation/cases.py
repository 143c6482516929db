"""Cases: claimed by one moderator at a time, settled once for all their reports, and reopened if need be.

A moderator who is involved in a case (as reporter, as its subject, or as player of a reported game) may not act on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import IntegrityError
from django.db.models import BooleanField, Count, ExpressionWrapper, Max, Min, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from games.chat import plaintext
from games.models import Case, ModerationAct, Report, Seat
from games.moderation import answers, audit, deeds
from games.moderation.audit import Subject, SubjectType
from games.moderation.standard_reasons import HANDED_BACK, TAKEN_ON
from games.notify import events

if TYPE_CHECKING:
    from accounts.for_games import User

Status = Case.Status
LEASE = timedelta(hours=2)  # after which a claimed case is free again
LONGEST = 1000


class CaseRefused(Exception):
    """An act on a case was refused; the sentences are in sentences.py."""

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


def claim(*, by: User, case_id: int) -> Case:
    """Claim a case, so that nobody else works at it; or extend one's own claim."""
    with audit.writing():
        case = open_case(by=by, case_id=case_id)
        now = timezone.now()
        holder = holder_of(case, now)
        if holder is None:
            _record(by, case, audit.What.CLAIM, TAKEN_ON, claimed_by=by.pk)
        case.claimed_by, case.claimed_at = by, now
        case.save(update_fields=["claimed_by", "claimed_at"])
        return case


def release(*, by: User, case_id: int, reason: str = "") -> Case:
    """Give a claimed case back to the queue."""
    with audit.writing():
        case = open_case(by=by, case_id=case_id)
        if holder_of(case, timezone.now()) is None:
            raise CaseRefused("not-yours")
        _record(by, case, audit.What.RELEASE, plaintext.cleaned(reason) or HANDED_BACK, claimed_by=None)
        case.claimed_by = case.claimed_at = None
        case.save(update_fields=["claimed_by", "claimed_at"])
        return case


def settle(*, by: User, case_id: int, answer: str, words: str = "") -> Case:
    """Close a case. Every reporter gets the same answer: a set one, and the moderator's own words, if any.

    An answer that claims what was not done is refused.
    """
    if answer not in answers.ANSWERS:
        raise CaseRefused("no-such-answer")
    words = plaintext.cleaned(words[: LONGEST * 2])[:LONGEST]
    outcome = answers.ANSWERS[answer].outcome
    with audit.writing():
        case = open_case(by=by, case_id=case_id)
        missing = answers.ANSWERS[answer].claims - deeds.done(case)
        if missing:
            raise CaseRefused(f"not-{min(missing)}")
        now = timezone.now()
        why = answers.audit_text(answer, words)
        _record(by, case, audit.What.SETTLE, why, status=Status.CLOSED, outcome=outcome, answer=answer)
        case.status, case.outcome, case.closed_at = Status.CLOSED, outcome, now
        case.claimed_by = case.claimed_at = None
        case.save(update_fields=["status", "outcome", "closed_at", "claimed_by", "claimed_at"])
        case.reports.update(answer_key=answer, answer=words, answered_at=now)
        reports = case.reports.exclude(reporter=None).select_related("reporter").order_by("pk")
        for report in {report.reporter_id: report for report in reports}.values():  # the latest of each reporter
            events.report_answered(report)
        return case


def reopen(*, by: User, case_id: int, reason: str) -> Case:
    """Open a case that was settled too soon. When it is settled again, the reporters are told again."""
    reason = plaintext.cleaned(reason[: LONGEST * 2])[:LONGEST]
    if not reason:
        raise CaseRefused("unreasoned")
    with audit.writing():
        case = Case.objects.select_for_update().get(pk=case_id)
        if case.status == Status.OPEN:
            raise CaseRefused("open")
        if is_involved(by, case):
            raise CaseRefused("involved")
        now = timezone.now()
        _record(by, case, audit.What.REOPEN, reason, status=Status.OPEN, outcome="", answer="")
        case.status, case.outcome, case.closed_at = Status.OPEN, "", None
        case.claimed_by, case.claimed_at = by, now
        try:
            case.save(update_fields=["status", "outcome", "closed_at", "claimed_by", "claimed_at"])
        except IntegrityError as like:  # a report of this moment may open a like case: only the constraint knows
            raise CaseRefused("like-one-open") from like
        return case


def open_case(*, by: User, case_id: int) -> Case:
    """An open case that this moderator may act on, its row locked."""
    case = Case.objects.select_for_update().get(pk=case_id)  # without joins: the claim is read once the row is locked
    if case.status == Status.CLOSED:
        raise CaseRefused("closed")
    if is_involved(by, case):
        raise CaseRefused("involved")
    holder = holder_of(case, timezone.now())
    if holder is not None and holder.pk != by.pk:
        raise CaseRefused("claimed", name=holder.username)
    return case


def holder_of(case: Case, now: datetime) -> User | None:
    """The moderator who has claimed a case, unless the claim has lapsed."""
    is_held = case.claimed_at is not None and case.claimed_at > now - LEASE
    return case.claimed_by if is_held else None


def is_involved(user: User, case: Case) -> bool:
    """Whether a person reported the case, is its subject, or plays in a game that it is about."""
    return case.pk in ids_involving(user, [case])


def ids_involving(user: User, some: Sequence[Case]) -> set[int]:
    """The ids of the given cases in which a person is involved, by one query."""
    return set(cases_involving(user).filter(pk__in=[case.pk for case in some]).values_list("pk", flat=True))


def cases_involving(user: User) -> QuerySet[Case]:
    """Every case in which a person is involved."""
    own = Q(reporter=user) | Q(game__in=Seat.objects.filter(user=user).values("game"))
    return Case.objects.filter(Q(subject=user) | Q(pk__in=Report.objects.filter(own).values("case")))


def free_cases(now: datetime) -> QuerySet[Case]:
    """The open cases without a claim."""
    return Case.objects.filter(_is_free(now))


def queue(now: datetime, *, only_free: bool = False) -> QuerySet[Case]:
    """Cases with the number of their reports, the dates and the latest text: free ones first, then by reporters."""
    said = Report.objects.filter(case=OuterRef("pk")).exclude(text="")
    return (
        (free_cases(now) if only_free else Case.objects.all())
        .select_related("subject", "claimed_by")
        .annotate(
            is_free=ExpressionWrapper(_is_free(now), output_field=BooleanField()),
            people=Count("reports__reporter", distinct=True),
            count=Count("reports"),
            first=Min("reports__at"),
            latest=Max("reports__at"),
            words=Subquery(said.order_by("-pk").values("text")[:1]),
        )
        .order_by("-is_free", "-people", "-count", "opened_at", "pk")
    )


def next_case(by: User, now: datetime) -> Case | None:
    """The next case for a moderator: one that they have claimed, or the first free one that they may take."""
    own = Case.objects.filter(status=Status.OPEN, claimed_by=by, claimed_at__gt=now - LEASE).order_by("claimed_at")
    if held := own.first():
        return held
    free = list(queue(now, only_free=True)[:50])
    involved = ids_involving(by, free)
    return next((case for case in free if case.pk not in involved), None)


def _is_free(now: datetime) -> Q:
    unclaimed = Q(claimed_by=None) | Q(claimed_at=None) | Q(claimed_at__lte=now - LEASE)
    return unclaimed & Q(status=Status.OPEN)


def _record(by: User, case: Case, what: ModerationAct.What, reason: str, **after: object) -> None:
    known = {
        "status": case.status,
        "outcome": case.outcome,
        "claimed_by": case.claimed_by_id,
        "answer": case.reports.values_list("answer_key", flat=True).first() or "",
    }
    before = {name: known[name] for name in after}
    subject = Subject(SubjectType.CASE, case.pk)
    audit.record(by=by, what=what, reason=reason, person=case.subject_id, subject=subject, before=before, after=after)
