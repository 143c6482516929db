"""Reads of achievements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.models import Achievement

if TYPE_CHECKING:
    from accounts.for_games import User


def by(person: User) -> list[Achievement]:
    """What a person has achieved, with the games, the latest first; there are only so many kinds of it."""
    rows = Achievement.objects.filter(user=person).select_related("game").prefetch_related("game__seats")
    return list(rows.order_by("-at", "what"))
