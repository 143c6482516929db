"""Sockets outlive the session that opened them: have them check again when a person may no longer log in."""

from collections.abc import Collection
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from accounts.models import User
from games import for_accounts

LETS_IN = {"password", "is_active", "barred_until"}


def note_session_end(sender: object, instance: Session, **_: Any) -> None:
    """A handler of post_delete: the session was logged out or has expired."""
    user_id = instance.get_decoded().get(SESSION_KEY)
    if user_id is not None:
        for_accounts.recheck_sockets(int(user_id))


def note_change(
    sender: object, instance: User, created: bool = False, update_fields: Collection[str] | None = None, **_: Any
) -> None:
    """A handler of post_save and post_delete: a new password, a deactivation, a bar, or a deletion."""
    if not created and (update_fields is None or LETS_IN & {*update_fields}):
        for_accounts.recheck_sockets(instance.pk)
