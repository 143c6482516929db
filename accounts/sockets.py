"""Sockets outlive the page load that let them in: whoever is no longer let in is told to look again."""

from collections.abc import Collection
from functools import partial
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction

from accounts.models import User

LETS_IN = {"password", "is_active", "barred_until"}


def note_session_end(sender: object, instance: Session, **_: Any) -> None:
    """Logged out, here or from elsewhere, or expired and swept away."""
    user_id = instance.get_decoded().get(SESSION_KEY)
    if user_id is not None:
        _recheck(int(user_id))


def note_change(
    sender: object, instance: User, created: bool = False, update_fields: Collection[str] | None = None, **_: Any
) -> None:
    """Another password, no longer active, suspended, or deleted."""
    if not created and (update_fields is None or LETS_IN & {*update_fields}):
        _recheck(instance.pk)


def _recheck(user_id: int) -> None:
    from games.live import signals  # noqa: PLC0415 - games stand above accounts

    transaction.on_commit(partial(signals.recheck, user_id))
