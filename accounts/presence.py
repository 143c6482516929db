"""The day of a person's last visit. A session lasts as long as it is used."""

from typing import Any

from allauth.usersessions.models import UserSession
from django.http import HttpRequest
from django.utils import timezone

from accounts import devices
from accounts.models import User, today
from games import for_accounts

SEEN = "seen"


def note_login(sender: object, request: HttpRequest, user: User, **_: Any) -> None:
    request.session[SEEN] = today().isoformat()
    User.objects.filter(pk=user.pk).update(last_seen=today())
    devices.record_visit(request, user)


def note_visit(request: HttpRequest, user: User) -> None:
    """Writes only on the first request of a session each day, and when a digest waited for the person to return."""
    if user.told_at is not None:
        User.objects.filter(pk=user.pk).update(told_at=None)
        for_accounts.withhold_digest(user)
    if request.session.get(SEEN) == today().isoformat():
        return
    request.session[SEEN] = today().isoformat()  # a changed session gets its full age again
    User.objects.filter(pk=user.pk).update(last_seen=today())
    UserSession.objects.filter(session_key=request.session.session_key).update(last_seen_at=timezone.now())
    devices.record_visit(request, user)
