"""What moderators imposed on people, as far as it can be worked out from their sanctions: pure reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import FOR_GOOD
from games.models import Sanction

if TYPE_CHECKING:
    from accounts.models import User

Kind = Sanction.Kind
BARS = (Kind.SUSPENSION, Kind.CLOSURE)
GAMES_WAIT = timedelta(days=7)  # so long a suspension leaves running games alone: see docs/moderation.md


@dataclass(frozen=True, slots=True)
class Projection:
    """What is kept in the row of the person, so that nobody has to look at their sanctions with every request."""

    barred_until: datetime | None = None
    silent_until: datetime | None = None
    phrases_until: datetime | None = None
    must_rename: bool = False
    is_warned: bool = False


def in_force(user: User) -> QuerySet[Sanction]:
    """Those that are neither lifted nor over. A warning is for good, as a part of the record."""
    return Sanction.objects.filter(Q(until=None) | Q(until__gt=timezone.now()), user=user, lifted_at=None)


def is_in_force(sanction: Sanction) -> bool:
    return sanction.lifted_at is None and (sanction.until is None or sanction.until > timezone.now())


def project(sanctions: Iterable[Sanction]) -> Projection:
    """Of the sanctions that are in force."""
    rows = list(sanctions)

    def until(*kinds: str) -> datetime | None:
        return max((row.until or FOR_GOOD for row in rows if row.kind in kinds), default=None)

    def is_asked(kind: str) -> bool:
        return any(row.kind == kind and row.acknowledged_at is None for row in rows)

    return Projection(
        barred_until=until(*BARS),
        silent_until=until(Kind.CHAT_TIMEOUT),
        phrases_until=until(Kind.PHRASES_ONLY),
        must_rename=is_asked(Kind.RENAME),
        is_warned=is_asked(Kind.WARNING),
    )


def is_for_long(barred_until: datetime | None) -> bool:
    """Whether somebody is out for so long that their games do not wait for them."""
    return barred_until is not None and barred_until - timezone.now() > GAMES_WAIT


def is_for_good(moment: datetime | None) -> bool:
    return moment is not None and moment >= FOR_GOOD
