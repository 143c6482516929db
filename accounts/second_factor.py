"""The second factor of staff: without a passkey or an authenticator app they have no more rights than a member."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import User

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
COUNT = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]  # recovery codes alone are no second factor


def is_missing(user: User | AnonymousUser) -> bool:
    """Whether a person is staff and has not set up a second factor."""
    return bool(settings.STAFF_MFA and user.is_authenticated and user.is_staff and not _has_one(user))


def demanded(view: View[P]) -> View[P]:
    """Send staff without a second factor to the page that sets one up. The view itself checks all other rights."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if is_missing(request.user):
            messages.warning(
                request,
                _("Staff need a passkey or an authenticator app. Set one up here, and the administration opens."),
            )
            return redirect("mfa_index")
        return view(request, *args, **kwargs)

    return guarded


def _has_one(user: User) -> bool:
    """Query the database once and cache the answer on the object, as Django caches permissions."""
    remembered = vars(user)
    if "has_second_factor" not in remembered:
        remembered["has_second_factor"] = is_mfa_enabled(user, COUNT)
    return bool(remembered["has_second_factor"])
