"""When somebody was here last, to the day. A session that is used does not end; one that is not, does."""

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
    """Costs something on a session's first request of the day only, and when a mail waited for them to come."""
    if user.told_at is not None:
        User.objects.filter(pk=user.pk).update(told_at=None)
        for_accounts.withhold_digest(user)
    if request.session.get(SEEN) == today().isoformat():
        return
    request.session[SEEN] = today().isoformat()  # written anew, the session lasts its whole age again
    User.objects.filter(pk=user.pk).update(last_seen=today())
    UserSession.objects.filter(session_key=request.session.session_key).update(last_seen_at=timezone.now())
    devices.record_visit(request, user)
