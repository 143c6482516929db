"""The second factor of staff: a session that has not shown one has no more rights than that of a member.

It belongs to the session, not to the account: what counts is the authenticator that was used, or set up, in this very
session. Whoever has a second factor confirms important steps with it, never with the password alone
(``Adapter.get_reauthentication_methods``), and setting one up ends all other sessions.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.translation import gettext as _

from accounts import authenticator_app, sessions
from accounts.models import User

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
COUNT = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)  # recovery codes alone are no second factor
_SHOWN = "authenticators_shown"  # with a user: the ids of those that this session has shown
_OWN = "authenticators_owned"  # with a user: the ids and types of all; asked for once, as Django remembers permissions


def note_session(request: HttpRequest, user: User) -> None:
    """Remember with staff what the session of a request has shown. A user from elsewhere has shown nothing."""
    if user.is_staff:
        records = get_authentication_records(request, user)
        setattr(user, _SHOWN, {record.get("id") for record in records if record["method"] == "mfa"})


def is_missing(user: User | AnonymousUser) -> bool:
    """Whether a person is staff and has shown no second factor in this session."""
    return bool(settings.STAFF_MFA and user.is_authenticated and user.is_staff and not _has_shown_one(user))


def is_set_up(user: User | AnonymousUser) -> bool:
    return user.is_authenticated and any(kind in COUNT for kind in _authenticators(user).values())


def demanded(view: View[P]) -> View[P]:
    """Send staff without a second factor to the page that sets one up, or to the one that asks for it.

    The view itself checks all other rights.
    """

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not is_missing(request.user):
            return view(request, *args, **kwargs)
        if is_set_up(request.user):
            messages.warning(request, _("Confirm with your passkey or your authenticator app, and this page opens."))
            following = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
            return redirect(f"{resolve_url('account_reauthenticate')}?{urlencode({REDIRECT_FIELD_NAME: following})}")
        messages.warning(
            request,
            _("Staff need a passkey or an authenticator app. Set one up here to open the administration."),
        )
        return redirect("mfa_index")

    return guarded


def note_new_authenticator(
    sender: object, request: HttpRequest, user: User, authenticator: Authenticator, **_: Any
) -> None:
    """A handler of allauth's signal: this session has shown it just now, and any other session has not."""
    if authenticator.type == Authenticator.Type.TOTP:
        authenticator_app.spend(authenticator, request.POST.get("code", ""))
    if authenticator.type in COUNT:
        record_authentication(request, user, "mfa", id=authenticator.pk, type=authenticator.type)
        sessions.end_others(user=user, but=request.session.session_key)


def _has_shown_one(user: User) -> bool:
    shown: set[int] = getattr(user, _SHOWN, set())
    return bool(shown) and is_set_up(user) and not shown.isdisjoint(_authenticators(user))


def _authenticators(user: User) -> dict[int, str]:
    if not hasattr(user, _OWN):
        setattr(user, _OWN, dict(Authenticator.objects.filter(user=user).values_list("pk", "type")))
    owned: dict[int, str] = getattr(user, _OWN)
    return owned
