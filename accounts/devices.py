"""The browsers that a person uses, so that one person in both seats of a game can be noticed.

The browser of a player gets a cookie with a random token, for a year. The site stores its hash with the first and the
last day. It says nothing about the device, and visitors who do not play get none.
"""

import re
import secrets
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from accounts.models import Device, User, today
from games import for_accounts

COOKIE = "device"
A_YEAR = timedelta(days=365)
_NEW = "_new_device"


def record_visit(request: HttpRequest, user: User) -> None:
    """Store that a person uses this browser; called once a day for each session, and on every log-in."""
    token = request.COOKIES.get(COOKIE, "")
    if not re.fullmatch(r"[A-Za-z0-9_-]{32}", token):
        token = secrets.token_urlsafe(24)
    setattr(request, _NEW, token)
    key = key_of(token)
    Device.objects.update_or_create(user=user, key=key, defaults={"last_seen": today()})
    Device.objects.filter(user=user, last_seen__lt=today() - A_YEAR).delete()
    for_accounts.look_at_browser(user, key)


def set_cookie(request: HttpRequest, response: HttpResponse) -> None:
    """Set the cookie of the browser for a year, if ``record_visit`` was called in this request."""
    if token := getattr(request, _NEW, ""):
        response.set_cookie(
            COOKIE,
            token,
            max_age=A_YEAR,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )


def key_of(token: str) -> str:
    return salted_hmac("accounts.devices", token, algorithm="sha256").hexdigest()
