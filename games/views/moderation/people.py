"""The page of a person at the desk, with the measures against them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from accounts.for_games import User
from games.chat import plaintext
from games.models import Case, PersonNote, Sanction
from games.moderation import dossier, notes, people, roles, sanctions, sentences
from games.moderation.refusals import ModerationRefused
from games.view_models.lists import pages_of
from games.views.moderation.forms import ReasonForm, SanctionForm
from games.views.moderation.guard import for_moderators
from games.views.numbers import whole
from games.views.problem import problem
from games.views.redirects import see_other

Measure = Sanction.Measure
STATUS = {
    "acted-on-meanwhile": 409,
    "lifted-already": 409,
    "over-already": 409,
    "closed-already": 409,
    "involved": 403,
    "yourself": 403,
    "not-your-note": 403,
}
LABELS = {
    Measure.WARNING: (
        gettext_lazy("Warn"),
        gettext_lazy("Every page asks them to acknowledge it until they do."),
    ),
    Measure.CHAT_TIMEOUT: (gettext_lazy("Ban from chat"), gettext_lazy("They can read the chat, but not write.")),
    Measure.PHRASES_ONLY: (
        gettext_lazy("Limit chat to preset phrases"),
        gettext_lazy("They can still say hello and thanks, but nothing else."),
    ),
    Measure.SUSPENSION: (
        gettext_lazy("Suspend"),
        gettext_lazy(
            "They’re logged out at once and then see only why. Their challenges end. Up to 7 days, their "
            "games wait with the clock running. For longer, their games are settled: annulled if barely "
            "started, otherwise won by the opponent."
        ),
    ),
    Measure.CLOSURE: (
        gettext_lazy("Close the account"),
        gettext_lazy("Like a suspension, but permanent. Nothing is deleted, and it can be lifted."),
    ),
    Measure.RENAME: (
        gettext_lazy("Take the name away"),
        gettext_lazy("They get a neutral name at once and must choose a new one. They can’t have this one again."),
    ),
}


@dataclass(frozen=True, slots=True)
class OfferedMeasure:
    """A measure that the page offers, with its form."""

    kind: str
    label: str
    effect: str
    form: SanctionForm
    is_open: bool


@dataclass(frozen=True, slots=True)
class SanctionRow:
    """A sanction on the page, with the form that lifts it while it is in force."""

    sanction: Sanction
    is_in_force: bool
    form: ReasonForm | None


@for_moderators
@require_safe
def find(request: HttpRequest) -> HttpResponse:
    """People found by name; without one, those with the latest sanctions."""
    name = plaintext.cleaned(request.GET.get("name", "")[:60])
    context = {"name": name, "found": dossier.people_like(name)}
    return render(request, "moderation/people.html", context)


@for_moderators
@require_safe
def person(request: HttpRequest, pk: int) -> HttpResponse:
    return _page(request, get_object_or_404(User, pk=pk))


@for_moderators
@require_POST
def impose(request: HttpRequest, pk: int) -> HttpResponse:
    assert request.user.is_authenticated
    user = get_object_or_404(User, pk=pk)
    case = _case(request, user)
    kind = request.POST.get("kind", "")
    if kind not in Measure.values:
        return problem(request, 422, _("The site couldn’t read what was sent. Nothing was changed."))
    form = SanctionForm(request.POST, kind=kind, person=user)
    if not form.is_valid():
        return _page(request, user, sent=form, status=422)
    try:
        people.impose(
            by=request.user,
            user=user,
            kind=kind,
            reason=form.cleaned_data["why"],
            until=form.until,
            case=case,
            seen=form.cleaned_data["seen"],
        )
    except User.DoesNotExist:  # the account was deleted meanwhile
        raise Http404 from None
    except ModerationRefused as refused:
        form.add_error(None, sentences.moderation_refusal(refused))
        return _page(request, user, sent=form, status=STATUS.get(refused.code, 422))
    messages.success(request, _("Done, and recorded in the audit. The person will be told."))
    back = ("games:moderation:case", case.pk) if case else ("games:moderation:person", pk)
    return see_other(reverse(back[0], args=[back[1]]))


@for_moderators
@require_POST
def lift(request: HttpRequest, pk: int) -> HttpResponse:
    assert request.user.is_authenticated
    sanction = get_object_or_404(Sanction.objects.select_related("user"), pk=pk)
    form = ReasonForm(request.POST, auto_id=f"lift-{pk}-%s")
    if not form.is_valid():
        return _page(request, sanction.user, lifting={pk: form}, status=422)
    try:
        people.lift(by=request.user, sanction=sanction, reason=form.cleaned_data["why"])
    except ModerationRefused as refused:
        sentence = sentences.moderation_refusal(refused)
        return _page(request, sanction.user, sentence=sentence, status=STATUS.get(refused.code, 422))
    messages.success(request, _("Lifted. The person will be told."))
    return see_other(reverse("games:moderation:person", args=[sanction.user_id]))


@for_moderators
@require_POST
def note(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a note on a person."""
    assert request.user.is_authenticated
    user, text = get_object_or_404(User, pk=pk), request.POST.get("text", "")
    try:
        notes.add(by=request.user, person=user, text=text)
    except ModerationRefused as refused:
        code = "no-text" if refused.code == "no-reason" else refused.code
        sentence = sentences.moderation_refusal(ModerationRefused(code))
        return _page(request, user, sentence=sentence, noted=text, status=STATUS.get(refused.code, 422))
    messages.success(request, _("Your note is saved."))
    return see_other(f"{reverse('games:moderation:person', args=[pk])}#notes")


@for_moderators
@require_POST
def remove_note(request: HttpRequest, pk: int) -> HttpResponse:
    assert request.user.is_authenticated
    found = get_object_or_404(PersonNote.objects.select_related("person"), pk=pk)
    try:
        notes.remove(by=request.user, note=found)
    except ModerationRefused as refused:
        sentence = sentences.moderation_refusal(refused)
        return _page(request, found.person, sentence=sentence, status=STATUS.get(refused.code, 422))
    messages.success(request, _("The note is removed."))
    return see_other(f"{reverse('games:moderation:person', args=[found.person_id])}#notes")


def _page(
    request: HttpRequest,
    user: User,
    *,
    sent: SanctionForm | None = None,
    lifting: Mapping[int, ReasonForm] | None = None,
    sentence: str = "",
    noted: str = "",
    status: int = 200,
) -> HttpResponse:
    assert request.user.is_authenticated
    reader = request.user
    user.refresh_from_db()
    refused = people.refusal_of(reader, user)
    is_you = reader.pk == user.pk  # then the page hides who reported them
    context = {
        "person": user,
        "case": _case(request, user),
        "is_you": is_you,
        "figures": dossier.figures(user, reader=reader),
        "rows": [_row(row, lifting or {}, may_act=refused is None) for row in dossier.sanctions_of(user)],
        "measures": _measures(user, sent) if refused is None else [],
        "why_not": sentences.moderation_refusal(refused) if refused else "",
        "about": dossier.reports_about(user, reader=reader),
        "by": dossier.reports_by(user, reader=reader),
        "games": pages_of(dossier.games_of(user), None, owner=user),
        "hidden": dossier.hidden_messages(user, reader=reader),
        "notes": [] if is_you else [(one, _may_remove(reader, one)) for one in notes.notes_on(user)],
        "noted": noted[: people.LONGEST_REASON],
        "may_note": not is_you and not people.is_involved(reader, user),
        "others": list(dossier.same_device(user)[: dossier.MOST]),
        "acts": dossier.acts_about(user, reader=reader),
        "sentence": sentence,
    }
    return render(request, "moderation/person.html", context, status=status)


def _may_remove(reader: User, one: PersonNote) -> bool:
    return one.author_id == reader.pk or roles.is_administrator(reader)


def _case(request: HttpRequest, user: User) -> Case | None:
    """The open case about the person that ``?case=`` names."""
    number = whole(request.GET.get("case", ""))
    return Case.objects.filter(pk=number, subject=user, status=Case.Status.OPEN).first() if number else None


def _measures(user: User, sent: SanctionForm | None) -> list[OfferedMeasure]:
    seen = people.last_act_about(user)
    kinds = [kind for kind in Measure if not (kind is Measure.RENAME and user.is_guest)]
    chosen = sent.data.get("kind") if sent else None
    return [
        OfferedMeasure(
            kind.value,
            str(LABELS[kind][0]),
            str(LABELS[kind][1]),
            sent if sent and chosen == kind else SanctionForm(kind=kind, person=user, initial={"seen": seen}),
            chosen == kind,
        )
        for kind in kinds
    ]


def _row(sanction: Sanction, lifting: Mapping[int, ReasonForm], *, may_act: bool) -> SanctionRow:
    is_in_force = sanctions.is_in_force(sanction)
    form = lifting.get(sanction.pk) or ReasonForm(auto_id=f"lift-{sanction.pk}-%s")
    return SanctionRow(sanction, is_in_force, form if is_in_force and may_act else None)
