"""Logging a person out everywhere."""

from allauth.usersessions.models import UserSession

from accounts.models import User


def end_all(*, user: User) -> None:
    """End all sessions of a person; the handlers in sockets.py close their sockets."""
    for session in UserSession.objects.filter(user=user):
        session.end()
