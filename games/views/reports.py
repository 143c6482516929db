"""Reports of games, messages and people: the form, and the list with the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.for_games import User
from games import access
from games.chat import conversation
from games.models import ChatMessage, Game, Notification, Report
from games.moderation import reports, sentences, set_texts
from games.moderation.reports import ReportRefusal, ReportRefused
from games.view_models.report_snapshot import ReportSnapshot
from games.views.redirects import see_other

if TYPE_CHECKING:
    from typing import Any

Target = Report.Target
STATUS = {ReportRefusal.GUEST: 403, ReportRefusal.KNOWN: 409, ReportRefusal.TOO_MANY: 429}
MOST = 50


class ReportForm(forms.Form):
    """The offence, the reporter's own words, and the person, if there are two to choose from."""

    person = forms.TypedChoiceField(label=_("Who is it about?"), widget=forms.RadioSelect, coerce=int)
    reason = forms.ChoiceField(label=_("What is wrong?"), widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("In your own words"),
        help_text=_("Optional, but it helps. Only moderators will see this."),
        max_length=reports.LONGEST,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, target: Report.Target, people: list[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].choices = [(one.value, one.label) for one in reports.REASONS[target]]  # type: ignore[attr-defined]
        if len(people) > 1:
            self.fields["person"].choices = [(one.pk, one.username) for one in people]  # type: ignore[attr-defined]
        else:
            del self.fields["person"]


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_game(request: HttpRequest, pk: int) -> HttpResponse:
    """A player reports the opponent; a spectator chooses one of the two players."""
    game, _viewer = access.game_for(request, pk)
    people = reports.reportable_players(game, _user(request))
    return _report(request, Target.GAME, people, back=reverse("games:game", args=[pk]), game=game)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_message(request: HttpRequest, pk: int, message: int) -> HttpResponse:
    """Report a message that the reporter can read."""
    game, viewer = access.game_for(request, pk)
    user = _user(request)
    shown = ChatMessage.objects.select_related("author", "game").filter(game=game, hidden_at=None)
    said = shown.filter(pk=message).first()
    if said is None or not conversation.access_to(game=game, viewer=viewer, user=user, room=said.room).may_read:
        raise Http404
    back = reverse("games:chat", args=[pk])
    return _report(request, Target.MESSAGE, [said.author], back=back, message=said)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_person(request: HttpRequest, name: str) -> HttpResponse:
    person = User.objects.named(name)
    if person is None:
        raise Http404
    return _report(request, Target.PROFILE, [person], back=reverse("games:profile", args=[name]))


@never_cache
@login_required
@require_safe
def own_reports(request: HttpRequest) -> HttpResponse:
    """The reports of a person with their answers. GET marks the answers as read."""
    user = _user(request)
    mine = Report.objects.filter(reporter=user).select_related("case__subject").order_by("-at", "-pk")[:MOST]
    told = Notification.objects.filter(user=user, occasion=Notification.Occasion.REPORT, read_at=None)
    if request.method == "GET" and told.exists():
        told.update(read_at=timezone.now())
    shown = [(one, set_texts.paragraphs_of(one) if one.answered_at else []) for one in mine]
    return render(request, "games/reports.html", {"reports": shown})


def _report(
    request: HttpRequest,
    target: Report.Target,
    people: list[User],
    *,
    back: str,
    game: Game | None = None,
    message: ChatMessage | None = None,
) -> HttpResponse:
    user = _user(request)
    is_sent = request.method == "POST"
    form = ReportForm(request.POST if is_sent else None, target=target, people=people)
    why = _why_not(user, target, people, game, message)
    if is_sent and why is None and form.is_valid():
        chosen = form.cleaned_data.get("person", people[0].pk)
        try:
            reports.report(
                by=user,
                target=target,
                reason=form.cleaned_data["reason"],
                text=form.cleaned_data["text"],
                game=game,
                message=message,
                person=next(person for person in people if person.pk == chosen),
            )
        except ReportRefused as unreported:
            why = unreported.why
            form.add_error(None, sentences.report_refusal(why))
        else:
            messages.success(request, gettext("Thank you. A moderator will look at it and let you know."))
            return see_other(reverse("games:reports"))
    context = {
        "form": form,
        "target": target,
        "people": people,
        "back": back,
        "sentence": sentences.report_refusal(why) if why and not form.non_field_errors() else "",
        "is_closed": why in (ReportRefusal.GUEST, ReportRefusal.NOBODY, ReportRefusal.YOURSELF),
        "snapshot": None if not people else _snapshot_of(target, people[0], game, message),
    }
    status = STATUS.get(why, 422) if why else 422 if is_sent else 200
    if why and not is_sent:
        status = 403 if why is ReportRefusal.GUEST else 200
    return render(request, "games/report.html", context, status=status)


def _why_not(
    user: User, target: Report.Target, people: list[User], game: Game | None, message: ChatMessage | None
) -> ReportRefusal | None:
    """Why the form is not offered; None if it is."""
    if not people:
        return ReportRefusal.NOBODY
    if people == [user]:
        return ReportRefusal.YOURSELF
    if user.is_guest and not reports.is_player_of(user, game, message):
        return ReportRefusal.GUEST
    return None


def _snapshot_of(target: Report.Target, person: User, game: Game | None, message: ChatMessage | None) -> ReportSnapshot:
    """The snapshot that would be kept with the report now."""
    context = reports.context_of(target, person, game=game, message=message)
    return ReportSnapshot(target, context, message.game if message else game)


def _user(request: HttpRequest) -> User:
    assert request.user.is_authenticated
    return request.user
