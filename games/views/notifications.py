"""The notifications of a person: the list on the site, the ledger of every mail, and forms for fewer or more mails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.for_games import resume_mails
from games import access, queries
from games.models import Notification
from games.notify import ledger, unsubscribing
from games.views.htmx import HtmxRequest, part_of
from games.views.numbers import whole
from games.views.problem import problem
from games.views.redirects import see_other

if TYPE_CHECKING:
    from accounts.for_games import User

MOST = 30


@never_cache
@login_required
@require_safe
def notifications(request: HtmxRequest, *, is_ledger: bool = False) -> HttpResponse:
    user = _user(request)
    before = whole(request.GET["before"]) if "before" in request.GET else None
    if "before" in request.GET and before is None:
        return problem(
            request, 422, _("The list continues from a notification’s number, which must be a whole number.")
        )
    rows = queries.notifications(user, channel="" if is_ledger else "site", before=before, most=MOST + 1)
    context = {
        "entries": ledger.entries(user, rows[:MOST]),
        "earlier": rows[MOST - 1].pk if len(rows) > MOST else None,
        "is_ledger": is_ledger,
        "is_later": before is not None,
    }
    return render(request, part_of(request, "games/notifications.html", "told"), context)


@never_cache
@login_required
@require_POST
def read(request: HttpRequest) -> HttpResponse:
    """Mark one notification, or all, as read."""
    asked = request.POST.get("notification", "")
    unread = Notification.objects.filter(user=_user(request), read_at=None)
    if asked != "all":
        number = whole(asked)
        if number is None:
            return problem(request, 422, _("The site couldn’t read what was sent. Nothing was changed."))
        unread = unread.filter(pk=number)
    unread.update(read_at=timezone.now())
    return see_other(reverse("games:notifications"))


@never_cache
@login_required
@require_POST
def resume(request: HttpRequest) -> HttpResponse:
    """Send mails again to an address from which they bounced."""
    resume_mails(user=_user(request))
    messages.success(request, _("You’ll get e-mails again."))
    return see_other(reverse("games:notifications"))


@never_cache
@require_POST
def mute(request: HttpRequest, pk: int) -> HttpResponse:
    """Switch the mails about a game off or on for the player of the request."""
    game, viewer = access.game_for(request, pk)
    is_muted = {"on": True, "off": False}.get(request.POST.get("mute", ""))
    if is_muted is None:
        return problem(request, 422, _("E-mails about a game can be muted (“on”) or not (“off”)."))
    if viewer.seat is None:
        return problem(request, 403, _("Only the players get e-mails about a game."))
    unsubscribing.mute_game(user=_user(request), game_id=game.pk, is_muted=is_muted)
    return see_other(f"{reverse('games:game', args=[pk])}#about-heading")


def _user(request: HttpRequest) -> User:
    assert request.user.is_authenticated
    return request.user
