"""Deleting an account."""

from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.models import User


def delete_account(*, user: User) -> None:
    """All that says who somebody was is gone at once; what becomes of their games, the games know."""
    from games import departure  # noqa: PLC0415 - games stand above accounts

    with transaction.atomic():
        departure.leave(user=user)
        for session in UserSession.objects.filter(user=user):
            session.end()
        user.delete()
