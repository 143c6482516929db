"""The sanctions of the reader: reason, end, and the thread of the appeal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import Appeal, AppealMessage, Sanction
from games.moderation import appeals, naming, people, sanctions, sentences
from games.moderation.refusals import ModerationRefused
from games.views.numbers import whole
from games.views.redirects import see_other

if TYPE_CHECKING:
    from accounts.for_games import User

STATUS = {"no-text": 422, "text-too-long": 422, "wait-for-an-answer": 429}


@dataclass(frozen=True, slots=True)
class Thread:
    """A sanction as a page shows it, with its appeal."""

    sanction: Sanction
    appeal: Appeal | None
    said: Sequence[AppealMessage]
    text: str = ""  # what was sent and refused: nobody types it twice
    wrong: str = ""

    @property
    def is_in_force(self) -> bool:
        return sanctions.is_in_force(self.sanction)

    @property
    def is_closed(self) -> bool:
        return self.appeal is not None and self.appeal.status == Appeal.Status.CLOSED

    @property
    def can_write(self) -> bool:
        return self.sanction.lifted_at is None and not self.is_closed

    @property
    def must_acknowledge(self) -> bool:
        is_warning = self.sanction.kind == Sanction.Measure.WARNING
        return is_warning and self.is_in_force and self.sanction.acknowledged_at is None

    @property
    def seen(self) -> int:
        return self.said[-1].pk if self.said else 0


@never_cache
@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    return _page(request)


@never_cache
@login_required
@require_POST
def acknowledge(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm that a warning was read."""
    people.acknowledge(user=_user(request), sanction_id=_own(request, pk).pk)
    messages.success(request, _("Thank you. The warning stays on record here, with no further consequences."))
    return see_other(reverse("games:sanctions"))


@never_cache
@login_required
@require_POST
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Appeal against a sanction, or add a message to the appeal."""
    sanction, text = _own(request, pk), request.POST.get("text", "")
    seen = whole(request.POST.get("seen", ""))
    try:
        appeals.write(user=_user(request), sanction_id=sanction.pk, text=text, seen=seen or 0)
    except ModerationRefused as refused:
        sentence, status = sentences.moderation_refusal(refused), STATUS.get(refused.code, 409)
        return _page(request, wrong={sanction.pk: (text[: appeals.LONGEST], sentence)}, status=status)
    messages.success(request, _("We’ve got your message. A moderator will answer here, and we’ll let you know."))
    return see_other(f"{reverse('games:sanctions')}#sanction-{sanction.pk}")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rename(request: HttpRequest) -> HttpResponse:
    """The form of a new name, for a person whose name a moderator removed."""
    user = _user(request)
    if not user.must_rename:
        return redirect("accounts:overview")
    name, wrong = "", ""
    if request.method == "POST":
        name = request.POST.get("name", "")[:60]
        try:
            naming.choose(user=user, name=name)
        except ValidationError as refused:
            wrong = refused.messages[0]
        else:
            messages.success(request, _("Everyone will now see your new name."))
            return see_other(reverse("games:home"))
    why = sanctions.in_force(user).filter(kind=Sanction.Measure.RENAME, acknowledged_at=None).first()
    context = {"name": name, "wrong": wrong, "why": why}
    return render(request, "games/rename.html", context, status=422 if wrong else 200)


def _page(request: HttpRequest, *, wrong: dict[int, tuple[str, str]] | None = None, status: int = 200) -> HttpResponse:
    rows = Sanction.objects.filter(user=_user(request)).select_related("appeal").prefetch_related("appeal__messages")
    found = [_thread(row, *(wrong or {}).get(row.pk, ("", ""))) for row in rows.order_by("-at", "-pk")]
    context = {
        "now": [thread for thread in found if thread.is_in_force],
        "past": [thread for thread in found if not thread.is_in_force],
        "longest": appeals.LONGEST,
    }
    return render(request, "games/sanctions.html", context, status=status)


def _thread(row: Sanction, text: str = "", wrong: str = "") -> Thread:
    thread: Appeal | None = getattr(row, "appeal", None)
    return Thread(row, thread, list(thread.messages.all()) if thread else [], text, wrong)


def _own(request: HttpRequest, pk: int) -> Sanction:
    sanction = Sanction.objects.filter(pk=pk, user=_user(request)).first()
    if sanction is None:
        raise Http404
    return sanction


def _user(request: HttpRequest) -> User:
    assert request.user.is_authenticated
    return request.user
