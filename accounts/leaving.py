"""Deleting an account."""

from django.db import transaction

from accounts import sessions
from accounts.models import User


def delete_account(*, user: User) -> None:
    """All that says who somebody was is gone at once; what becomes of their games, the games know."""
    from games.lobby import departure  # noqa: PLC0415 - games stand above accounts
    from games.moderation import contexts, sanction_carry_over  # noqa: PLC0415

    with transaction.atomic():
        contexts.forget(user=user)
        departure.leave(user=user)
        sanction_carry_over.keep(user=user)
        sessions.end_all(user=user)
        user.delete()
