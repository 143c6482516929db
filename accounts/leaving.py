"""Deleting an account."""

from django.db import transaction

from accounts import sessions
from accounts.models import User
from games import for_accounts


def delete_account(*, user: User) -> None:
    """Delete everything that says who somebody was; the games have a rule for what they leave behind."""
    with transaction.atomic():
        for_accounts.leave(user=user)
        sessions.end_all(user=user)
        user.delete()
