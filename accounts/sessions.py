"""Logging somebody out everywhere."""

from allauth.usersessions.models import UserSession

from accounts.models import User


def end_all(*, user: User) -> None:
    """Every browser is logged out; sockets.py hears of it and closes what is open."""
    for session in UserSession.objects.filter(user=user):
        session.end()
