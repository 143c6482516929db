"""Which sanctions are in force, and for how long: reads only."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.for_games import FOR_GOOD
from games.models import Sanction

if TYPE_CHECKING:
    from accounts.for_games import User

Measure = Sanction.Measure
BARS = (Measure.SUSPENSION, Measure.CLOSURE)
GAMES_WAIT = timedelta(days=7)  # so long a suspension leaves running games alone: see docs/moderation.md


def in_force(user: User) -> QuerySet[Sanction]:
    """Those that are neither lifted nor over. A warning is for good, as a part of the record."""
    return Sanction.objects.filter(Q(until=None) | Q(until__gt=timezone.now()), user=user, lifted_at=None)


def is_in_force(sanction: Sanction) -> bool:
    return sanction.lifted_at is None and (sanction.until is None or sanction.until > timezone.now())


def is_for_long(barred_until: datetime | None) -> bool:
    """Whether somebody is out for so long that their games do not wait for them."""
    return barred_until is not None and barred_until - timezone.now() > GAMES_WAIT


def is_for_good(moment: datetime | None) -> bool:
    return moment is not None and moment >= FOR_GOOD
