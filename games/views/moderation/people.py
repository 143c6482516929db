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
from games.models import Case, Sanction
from games.moderation import dossier, people, sanctions, sentences
from games.moderation.refusals import ModerationRefused
from games.view_models.lists import pages_of
from games.views.moderation.forms import ReasonForm, SanctionForm
from games.views.moderation.guard import for_moderators
from games.views.numbers import whole
from games.views.problem import problem
from games.views.redirects import see_other

Measure = Sanction.Measure
STATUS = {"acted-on-meanwhile": 409, "lifted-already": 409, "over-already": 409, "closed-already": 409, "involved": 403}
LABELS = {
    Measure.WARNING: (
        gettext_lazy("Warn"),
        gettext_lazy("They are asked to acknowledge it on every page until they do."),
    ),
    Measure.CHAT_TIMEOUT: (gettext_lazy("Take the chat away"), gettext_lazy("They read it, and cannot write.")),
    Measure.PHRASES_ONLY: (
        gettext_lazy("Limit the chat to set phrases"),
        gettext_lazy("They can still greet and thank, and say nothing else."),
    ),
    Measure.SUSPENSION: (
        gettext_lazy("Suspend"),
        gettext_lazy(
            "They are logged out at once, and then see only why. Their challenges end. For up to 7 days their games "
            "wait on a running clock; for longer they are settled: annulled if hardly begun, else won by the other."
        ),
    ),
    Measure.CLOSURE: (
        gettext_lazy("Close the account"),
        gettext_lazy("As a suspension, for good. Nothing is deleted, and it can be lifted."),
    ),
    Measure.RENAME: (
        gettext_lazy("Take the name away"),
        gettext_lazy("A neutral name stands in at once; they are asked to choose another, and cannot have this again."),
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
        return problem(request, 422, _("What was sent is not in the form that it should have."))
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
    messages.success(request, _("It is done, and in the audit. The person is told."))
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
    messages.success(request, _("It is lifted. The person is told."))
    return see_other(reverse("games:moderation:person", args=[sanction.user_id]))


def _page(
    request: HttpRequest,
    user: User,
    *,
    sent: SanctionForm | None = None,
    lifting: Mapping[int, ReasonForm] | None = None,
    sentence: str = "",
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
        "others": list(dossier.same_device(user)[: dossier.MOST]),
        "acts": dossier.acts_about(user, reader=reader),
        "sentence": sentence,
    }
    return render(request, "moderation/person.html", context, status=status)


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
