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
GAMES_WAIT = timedelta(days=7)  # shorter suspensions leave running games alone: see docs/moderation.md


def in_force(user: User) -> QuerySet[Sanction]:
    """The sanctions of a person that are neither lifted nor over. A warning has no end."""
    return Sanction.objects.filter(Q(until=None) | Q(until__gt=timezone.now()), user=user, lifted_at=None)


def is_in_force(sanction: Sanction) -> bool:
    return sanction.lifted_at is None and (sanction.until is None or sanction.until > timezone.now())


def is_for_long(barred_until: datetime | None) -> bool:
    """Whether a bar is so long that running games are settled."""
    return barred_until is not None and barred_until - timezone.now() > GAMES_WAIT


def is_for_good(moment: datetime | None) -> bool:
    return moment is not None and moment >= FOR_GOOD
