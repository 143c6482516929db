"""Signing up where SIGN_UPS is invited: by a link that whoever runs the site makes and gives away."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

SALT: Final = "accounts.invitations"
KEY: Final = "invitation"  # in the session of who has opened the link


def link(*, lasts: timedelta) -> str:
    """An address at which people may sign up for so long, however many they are."""
    until = int((timezone.now() + lasts).timestamp())
    return settings.SITE_URL + reverse("accounts:invited", args=[signing.dumps(until, salt=SALT)])


def may_sign_up(request: HttpRequest) -> bool:
    """Whether the setting lets this visitor in; a switch of administrators may still be off."""
    if settings.SIGN_UPS == "invited":
        return _is_good(request.session.get(KEY, ""))
    return bool(settings.SIGN_UPS == "open")


@require_safe
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Keep an invitation until its reader has signed up: proving an address leads away from the page."""
    if not _is_good(token):
        sentence = _("This invitation is no longer valid. Ask whoever sent it for another one.")
        return render(request, "problem.html", {"sentence": sentence}, status=404)
    if settings.SIGN_UPS == "invited" and not (request.user.is_authenticated and not request.user.is_guest):
        request.session[KEY] = token
        messages.info(request, _("You’re invited. Choose a name and you’re in."))
    return redirect("account_signup")


def _is_good(token: str) -> bool:
    try:
        until = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return False
    return isinstance(until, int) and until > timezone.now().timestamp()
