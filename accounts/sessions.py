"""Logging a person out everywhere, or everywhere else."""

from allauth.usersessions.models import UserSession

from accounts.models import User


def end_all(*, user: User) -> None:
    """End all sessions of a person; the handlers in sockets.py close their sockets."""
    end_others(user=user, but=None)


def end_others(*, user: User, but: str | None) -> None:
    """End the sessions of a person but the one with this key."""
    for session in UserSession.objects.filter(user=user).exclude(session_key=but or ""):
        session.end()
