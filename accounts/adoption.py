"""A guest turns out to be a member."""

from django.db import transaction

from accounts.leaving import delete_account
from accounts.models import User
from games import for_accounts


def hand_over(*, guest: User, user: User) -> None:
    """Give everything of a guest to the member who they are, and delete the guest."""
    with transaction.atomic():
        for_accounts.adopt(guest=guest, user=user)
        delete_account(user=guest)
