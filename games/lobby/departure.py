"""When somebody deletes their account: the rule for the games they leave behind (docs/leaving.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from games.bots import turns
from games.live import after_commit
from games.models import Challenge, Game, Seat

if TYPE_CHECKING:
    from accounts.for_games import User

SUCCESSOR = turns.DEFAULT  # of who has left, or let a deadline pass


def leave(*, user: User) -> None:
    """Open challenges end; in running games a bot plays on, unrated; finished games stay as they are."""
    with transaction.atomic():
        Challenge.objects.filter(creator=user, status=Challenge.Status.OPEN).update(status=Challenge.Status.WITHDRAWN)
        Challenge.objects.filter(invited=user, status=Challenge.Status.OPEN).update(status=Challenge.Status.DECLINED)
        get_user_model().objects.select_for_update().get(pk=user.pk)  # people before games, as everywhere
        games = Game.objects.filter(seats__user=user, status=Game.Status.RUNNING).order_by("pk")
        running = [game.pk for game in games.select_for_update(of=("self",))]
        Game.objects.filter(pk__in=running).update(is_rated=False, deadline=None)  # bots need no clock
        Seat.objects.filter(user=user, game__in=running).update(bot=SUCCESSOR)
        Seat.objects.filter(user=user).update(user=None, left_at=timezone.now())
        after_commit.wake_bots()
