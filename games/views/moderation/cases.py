"""The queue of cases, and the page of each case: claim it, release it, settle it, go to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Min, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from games.models import Case, Report
from games.moderation import answers, cases, sentences
from games.moderation.answers import SetAnswer
from games.moderation.cases import CaseRefused
from games.moderation.person_history import ReportingRecord, history_of, reporting_records
from games.view_models.report_snapshot import ReportSnapshot
from games.views.moderation.guard import for_moderators
from games.views.redirects import see_other

if TYPE_CHECKING:
    from accounts.for_games import User

PAGE = 50
MOST_GAMES = 10  # links from a case
REPORTS = 20  # on a page of a case
VIEWS = {"waiting": _("Waiting"), "mine": _("Mine"), "all": _("All open"), "closed": _("Settled")}
CONFLICTS = {"claimed", "closed", "open", "like-one-open"}


class QueueFilter(forms.Form):
    """The filter of the queue."""

    view = forms.ChoiceField(choices=list(VIEWS.items()), required=False)
    reason = forms.ChoiceField(
        label=_("Reason"), required=False, choices=[("", _("All reasons")), *Report.Offence.choices]
    )


@dataclass(frozen=True)
class QueueRow:
    """A case in the queue."""

    case: Case
    holder: User | None
    is_involved: bool

    @property
    def reason(self) -> str:
        return str(Report.Offence(self.case.reason).label)


@dataclass(frozen=True)
class AnswerChoice:
    """A set answer, with the number key that selects it."""

    number: int
    key: str
    answer: SetAnswer


@dataclass(frozen=True)
class ReportView:
    """A report on the page of its case: with its snapshot and the record of its reporter."""

    report: Report
    snapshot: ReportSnapshot
    judgement: ReportingRecord | None
    message_act: str = ""  # the address of the page that hides its message
    reporter_page: str = ""


@for_moderators
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    user, now = _user(request), timezone.now()
    form = QueueFilter(request.GET)
    chosen = form.cleaned_data if form.is_valid() else {}
    view, reason = chosen.get("view") or "waiting", chosen.get("reason") or ""
    found = _viewed(view, user, now)
    if reason:
        found = found.filter(reason=reason)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    rows = list(page)
    involved = cases.ids_involving(user, rows)
    counts = {key: _viewed(key, user, now).count() for key in ("waiting", "mine", "all")}
    context = {
        "page": page,
        "rows": [QueueRow(case, cases.holder_of(case, now), case.pk in involved) for case in rows],
        "views": [(key, label, counts.get(key)) for key, label in VIEWS.items()],
        "view": view,
        "reason": reason,
        "reasons": Report.Offence.choices,
    }
    return render(request, "moderation/cases.html", context)


@for_moderators
@require_safe
def following(request: HttpRequest) -> HttpResponse:
    """Redirect to the next case."""
    return see_other(_next(_user(request)))


@for_moderators
@require_safe
def case(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, pk)


@for_moderators
@require_POST
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    return _act(request, pk, lambda: cases.claim(by=_user(request), case_id=pk))


@for_moderators
@require_POST
def release(request: HttpRequest, pk: int) -> HttpResponse:
    return _act(request, pk, lambda: cases.release(by=_user(request), case_id=pk))


@for_moderators
@require_POST
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Settle the case and redirect to the next one."""
    user = _user(request)
    answer, words = request.POST.get("answer", ""), request.POST.get("words", "")
    done = _now("Case %(number)s is settled.") % {"number": pk}
    return _act(
        request,
        pk,
        lambda: cases.settle(by=user, case_id=pk, answer=answer, words=words),
        said=done,
        then=lambda: _next(user),
        words=words,
    )


@for_moderators
@require_POST
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    reason = request.POST.get("reason", "")
    return _act(request, pk, lambda: cases.reopen(by=_user(request), case_id=pk, reason=reason))


def _act(
    request: HttpRequest,
    pk: int,
    act: Callable[[], object],
    *,
    said: str = "",
    then: Callable[[], str] | None = None,
    words: str = "",
) -> HttpResponse:
    try:
        act()
    except Case.DoesNotExist:
        raise Http404 from None
    except CaseRefused as refused:
        status = 403 if refused.code == "involved" else 409 if refused.code in CONFLICTS else 422
        return _page(request, pk, sentence=sentences.case_refusal(refused), words=words, status=status)
    if said:
        messages.success(request, said)
    return see_other(then() if then else reverse("games:moderation:case", args=[pk]))


def _page(request: HttpRequest, pk: int, *, sentence: str = "", words: str = "", status: int = 200) -> HttpResponse:
    user, now = _user(request), timezone.now()
    shown = get_object_or_404(_cases_for(user).select_related("subject", "claimed_by"), pk=pk)
    holder = cases.holder_of(shown, now)
    made = shown.reports.select_related("reporter", "game", "message__author").order_by("at", "pk")
    page = Paginator(made, REPORTS).get_page(request.GET.get("page"))
    reports = list(page)
    is_involved = cases.is_involved(user, shown)
    is_open = shown.status == Case.Status.OPEN
    context = {
        "case": shown,
        "reason": Report.Offence(shown.reason).label,
        "holder": holder,
        "is_mine": holder == user,
        "is_involved": is_involved,
        "can_settle": is_open and not is_involved and holder in (None, user),
        "page": page,
        "reports": [] if is_involved else _shown(reports),
        "subject": history_of(shown.subject, besides=shown) if shown.subject and not is_involved else None,
        "links": _links(shown),
        "choices": _choices(shown.reason),
        "told": answers.paragraphs_of(reports[0]) if reports and not is_open else [],
        "sentence": sentence,
        "words": words[: cases.LONGEST],
        "longest": cases.LONGEST,
    }
    return render(request, "moderation/case.html", context, status=status)


def _shown(reports: list[Report]) -> list[ReportView]:
    judged = reporting_records({report.reporter_id for report in reports if report.reporter_id})
    return [
        ReportView(
            report,
            ReportSnapshot(report.target, report.context, report.game),
            judged.get(report.reporter_id or 0),
            _address("games:moderation:message", report.message_id) if report.message_id else "",
            _address("games:moderation:person", report.reporter_id) if report.reporter_id else "",
        )
        for report in reports
    ]


def _choices(reason: str) -> list[tuple[str, list[AnswerChoice]]]:
    """The set answers in two groups: something was done, or nothing was."""
    fitting = sorted(answers.answers_for(reason), key=lambda pair: pair[1].outcome != Case.Finding.ACTED)
    choices = [AnswerChoice(number, key, answer) for number, (key, answer) in enumerate(fitting, start=1)]
    done = [choice for choice in choices if choice.answer.outcome == Case.Finding.ACTED]
    return [(_now("Something was done"), done), (_now("Nothing was done"), choices[len(done) :])]


def _links(shown: Case) -> list[tuple[str, str]]:
    """Links to the pages for measures: of the person, and of the games that were reported first."""
    found = []
    if shown.subject is not None:
        name = _now("Measures against %(name)s") % {"name": shown.subject.username}
        found.append((name, _address("games:moderation:person", shown.subject.pk, f"?case={shown.pk}")))
    games = shown.reports.exclude(game=None).values_list("game").annotate(first=Min("pk")).order_by("first")
    decide = _now("Decide something in game %(number)s")
    found += [(decide % {"number": pk}, _address("games:moderation:game", pk)) for pk, _first in games[:MOST_GAMES]]
    return [(label, address) for label, address in found if address]


def _address(name: str, pk: int, query: str = "") -> str:
    """The address of a page of the desk; empty if there is none."""
    try:
        return f"{reverse(name, args=[pk])}{query}"
    except NoReverseMatch:
        return ""


def _cases_for(user: User) -> QuerySet[Case]:
    """All cases but those about the reader."""
    return Case.objects.exclude(subject=user)


def _viewed(view: str, user: User, now: datetime) -> QuerySet[Case]:
    found = cases.queue(now).exclude(subject=user)
    match view:
        case "mine":
            return found.filter(status=Case.Status.OPEN, claimed_by=user, claimed_at__gt=now - cases.LEASE)
        case "all":
            return found.filter(status=Case.Status.OPEN)
        case "closed":
            return found.filter(status=Case.Status.CLOSED).order_by("-closed_at", "-pk")
    return found.filter(pk__in=cases.free_cases(now))


def _next(user: User) -> str:
    found = cases.next_case(user, timezone.now())
    return reverse("games:moderation:case", args=[found.pk]) if found else reverse("games:moderation:cases")


def _user(request: HttpRequest) -> User:
    assert request.user.is_authenticated
    return request.user
