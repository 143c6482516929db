"""The queue of cases, and the page of each case: claim it, release it, settle it, go to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.core.paginator import Paginator
from django.db.models import Min, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from games.models import Case, ModerationAct, Report
from games.moderation import answers, cases, conflict_of_interest, deeds, handling, people, sentences, set_texts
from games.moderation.answers import SetAnswer
from games.moderation.cases import CaseRefused
from games.moderation.handling import Done, Plan, StandardMeasure
from games.moderation.person_history import ReportingRecord, history_of, reporting_records
from games.moderation.refusals import ModerationRefused
from games.view_models.report_snapshot import ReportSnapshot
from games.views.moderation import case_evidence
from games.views.moderation.forms import CaseForm
from games.views.moderation.from_case import query_of
from games.views.moderation.guard import for_moderators
from games.views.moderation.people import LABELS
from games.views.redirects import see_other
from games.words import durations

if TYPE_CHECKING:
    from accounts.for_games import User

PAGE = 50
MOST_GAMES = 10  # links from a case
REPORTS = 20  # on a page of a case
VIEWS = {"waiting": _("Waiting"), "mine": _("Mine"), "all": _("All open"), "closed": _("Settled")}
CONFLICTS = {"claimed", "closed", "open", "like-one-open", "acted-on-meanwhile", "message-is-so-already"}
SETTLE, PREVIEW = "settle", "preview"  # what a button of the form does; any other acts and leaves the case open


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
    text: str  # for the reporter


@dataclass(frozen=True)
class Handled:
    """The form of a case as the page shows it: choices with whether they are chosen."""

    messages: list[tuple[int, str, bool]]
    measures: list[tuple[str, str, str, bool]]
    reasons: list[tuple[str, str, bool]]
    reason: str
    answer: str
    words: str
    seen: int
    why_not: str


@dataclass(frozen=True)
class Preview:
    """What would be done, for reading before it is."""

    done: Done
    plan: Plan

    @property
    def answer(self) -> str:
        """What every reporter would read."""
        return "\n".join(part for part in (set_texts.answer_text(self.plan.answer), self.plan.words) if part)


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
    """Do what the form of the case says: act, settle the case and go to the next one; or show what would be done."""
    user, what = _user(request), request.POST.get("do", SETTLE)
    sent = CaseForm(request.POST, case=get_object_or_404(_cases_for(user).select_related("subject"), pk=pk))
    if not sent.is_valid():
        sentence = gettext("Something has changed since you opened the page. Check again.")
        return _page(request, pk, sent=sent, sentence=sentence, status=422)
    plan = sent.plan if what == SETTLE else replace(sent.plan, answer=sent.plan.answer if what == PREVIEW else "")
    try:
        if what == SETTLE and not plan.answer:
            raise CaseRefused("no-such-answer")
        if what != SETTLE and not (plan.is_act or plan.answer):
            raise CaseRefused("nothing-chosen")
        if what == PREVIEW:
            shown = handling.preview(by=user, case_id=pk, plan=plan)
            return _page(request, pk, sent=sent, preview=Preview(shown, plan))
        done = handling.handle(by=user, case_id=pk, plan=plan)
    except CaseRefused as refused:
        return _page(request, pk, sent=sent, sentence=sentences.case_refusal(refused), status=_status(refused.code))
    except ModerationRefused as refused:
        sentence = sentences.moderation_refusal(refused)
        return _page(request, pk, sent=sent, sentence=sentence, status=_status(refused.code))
    for said in _said_of(done):
        messages.success(request, said)
    if not done.is_settled:
        return see_other(reverse("games:moderation:case", args=[pk]))
    messages.success(request, gettext("Case %(number)s settled.") % {"number": pk})
    return see_other(_next(user))


def _said_of(done: Done) -> list[str]:
    """What was done, in sentences."""
    said = []
    if done.hidden:
        count = len(done.hidden)
        said.append(ngettext("Message hidden.", "%(count)s messages hidden.", count) % {"count": count})
    if done.sanction:
        facts = {"what": done.sanction.get_kind_display(), "name": done.sanction.user.username}
        said.append(gettext("%(what)s: %(name)s will be told.") % facts)
    return said


def _status(code: str) -> int:
    return 403 if code in ("involved", "yourself", "staff") else 409 if code in CONFLICTS else 422


@for_moderators
@require_POST
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    reason = request.POST.get("reason", "")
    return _act(request, pk, lambda: cases.reopen(by=_user(request), case_id=pk, reason=reason))


def _act(request: HttpRequest, pk: int, act: Callable[[], object]) -> HttpResponse:
    try:
        act()
    except Case.DoesNotExist:
        raise Http404 from None
    except CaseRefused as refused:
        return _page(request, pk, sentence=sentences.case_refusal(refused), status=_status(refused.code))
    return see_other(reverse("games:moderation:case", args=[pk]))


def _page(
    request: HttpRequest,
    pk: int,
    *,
    sent: CaseForm | None = None,
    preview: Preview | None = None,
    sentence: str = "",
    status: int = 200,
) -> HttpResponse:
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
        "reports": [] if is_involved else _shown(reports, shown),
        "subject": history_of(shown.subject, besides=shown) if shown.subject and not is_involved else None,
        "evidence": None if is_involved else case_evidence.of_case(shown),
        "links": _links(shown),
        "choices": _choices(shown.reason),
        "form": sent or (CaseForm(case=shown) if is_open and not is_involved else None),
        "handled": _handled(shown, sent) if is_open and not is_involved else None,
        "preview": preview,
        "deeds": [] if is_involved else _deeds(shown, user),
        "told": set_texts.paragraphs_of(reports[0]) if reports and not is_open else [],
        "sentence": sentence,
        "longest": cases.LONGEST,
    }
    return render(request, "moderation/case.html", context, status=status)


def _handled(shown: Case, sent: CaseForm | None) -> Handled:
    form = sent or CaseForm(case=shown)
    chosen = form.data if sent else {}
    hide = set(form.data.getlist("hide")) if sent else set()  # type: ignore[attr-defined]
    taken = chosen.get("measure", "")
    first = chosen.get("canned", "") if sent else form.first_reason
    return Handled(
        messages=[(pk, message.text, str(pk) in hide) for pk, message in form.messages.items()],
        measures=[
            (key, label_of(measure), str(LABELS[measure.kind][1]), key == taken)
            for key, measure in form.measures.items()
        ],
        reasons=[(key, text, key == first) for key, text in set_texts.reasons()],
        reason=chosen.get("reason", "")[: people.LONGEST_REASON],
        answer=chosen.get("answer", ""),
        words=chosen.get("words", "")[: cases.LONGEST],
        seen=people.last_act_about(shown.subject) if shown.subject else 0,
        why_not=_why_not(shown),
    )


def label_of(measure: StandardMeasure) -> str:
    """A measure with its length, as a choice."""
    label = str(LABELS[measure.kind][0])
    return f"{label} ({durations.duration(measure.lasts)})" if measure.lasts else label


def _why_not(shown: Case) -> str:
    return gettext("Their account is gone, so there’s no one to act on.") if shown.subject is None else ""


def _deeds(shown: Case, user: User) -> list[tuple[ModerationAct, str]]:
    """What has been done about the case, with who did it."""
    acts = list(deeds.acts_of(shown).filter(pk__in=conflict_of_interest.acts_for(user).values("pk"))[: deeds.MOST])
    names = dict(get_user_model().objects.filter(pk__in={act.moderator for act in acts}).values_list("pk", "username"))
    return [(act, names.get(act.moderator or 0, "")) for act in acts]


def _shown(reports: list[Report], case: Case) -> list[ReportView]:
    query = query_of(case)
    judged = reporting_records({report.reporter_id for report in reports if report.reporter_id})
    return [
        ReportView(
            report,
            ReportSnapshot(report.target, report.context, report.game),
            judged.get(report.reporter_id or 0),
            _address("games:moderation:message", report.message_id, query) if report.message_id else "",
            _address("games:moderation:person", report.reporter_id) if report.reporter_id else "",
        )
        for report in reports
    ]


def _choices(reason: str) -> list[tuple[str, list[AnswerChoice]]]:
    """The set answers in two groups: something was done, or nothing was."""
    fitting = sorted(answers.answers_for(reason), key=lambda pair: pair[1].outcome != Case.Finding.ACTED)
    numbered = enumerate(fitting, start=1)
    choices = [AnswerChoice(number, key, answer, set_texts.answer_text(key)) for number, (key, answer) in numbered]
    done = [choice for choice in choices if choice.answer.outcome == Case.Finding.ACTED]
    return [(gettext("Action taken"), done), (gettext("No action"), choices[len(done) :])]


def _links(shown: Case) -> list[tuple[str, str]]:
    """Links to the pages for measures: of the person, and of the games that were reported first."""
    found = []
    if shown.subject is not None:
        name = gettext("Sanctions for %(name)s") % {"name": shown.subject.username}
        found.append((name, _address("games:moderation:person", shown.subject.pk, f"?case={shown.pk}")))
    games = shown.reports.exclude(game=None).values_list("game").annotate(first=Min("pk")).order_by("first")
    decide = gettext("Take action in game %(number)s")
    query = query_of(shown)
    found += [(decide % {"number": pk}, _address("games:moderation:game", pk, query)) for pk, _ in games[:MOST_GAMES]]
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
