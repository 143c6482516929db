"""Sockets outlive the page load that let them in: whoever is no longer let in is told to look again."""

from collections.abc import Collection
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from accounts.models import User
from games import for_accounts

LETS_IN = {"password", "is_active", "barred_until"}


def note_session_end(sender: object, instance: Session, **_: Any) -> None:
    """Logged out, here or from elsewhere, or expired and swept away."""
    user_id = instance.get_decoded().get(SESSION_KEY)
    if user_id is not None:
        for_accounts.recheck_sockets(int(user_id))


def note_change(
    sender: object, instance: User, created: bool = False, update_fields: Collection[str] | None = None, **_: Any
) -> None:
    """Another password, no longer active, suspended, or deleted."""
    if not created and (update_fields is None or LETS_IN & {*update_fields}):
        for_accounts.recheck_sockets(instance.pk)
