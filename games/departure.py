"""When somebody deletes their account: the rule for the games they leave behind (docs/leaving.md)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from games import bots
from games.models import Challenge, Game, Seat

if TYPE_CHECKING:
    from accounts.models import User

SUCCESSOR = "larva"


def leave(*, user: User) -> None:
    """Open challenges end; in running games a bot plays on, unrated; finished games stay as they are."""
    with transaction.atomic():
        Challenge.objects.filter(creator=user, status=Challenge.Status.OPEN).update(status=Challenge.Status.WITHDRAWN)
        Challenge.objects.filter(invited=user, status=Challenge.Status.OPEN).update(status=Challenge.Status.DECLINED)
        games = Game.objects.filter(seats__user=user, status=Game.Status.RUNNING)
        running = [game.pk for game in games.select_for_update(of=("self",))]
        Game.objects.filter(pk__in=running).update(is_rated=False, deadline=None)  # bots need no clock
        Seat.objects.filter(user=user, game__in=running).update(bot=SUCCESSOR)
        Seat.objects.filter(user=user).update(user=None, left_at=timezone.now())
        for game in running:
            transaction.on_commit(partial(bots.take_turns, game))
