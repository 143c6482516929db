"""The recorder: a game has ended, so its facts are stored, and what its players have achieved. A job of the worker.

Everything follows from the log and is worked out anew each time, so doing it twice changes nothing, and a game that is
annulled takes back what it gave.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from django.contrib.auth import get_user_model
from django.db import transaction

from games.careers import catalogue, facts, played
from games.models import Achievement, CareerDue

if TYPE_CHECKING:
    from accounts.for_games import User

logger = logging.getLogger(__name__)

AT_ONCE: Final = 50
SECONDS_BETWEEN: Final = 0.1  # batches, as long as there is more


def work_off() -> float | None:
    """Look at the games that are due. Returns the seconds until more of them have to be looked at."""
    found = list(CareerDue.objects.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    for pk in found:
        with transaction.atomic():
            due = CareerDue.objects.select_for_update().filter(pk=pk).select_related("game").first()
            if due is not None:  # another worker was quicker
                _look_at(due)
                due.delete()
    return SECONDS_BETWEEN if len(found) == AT_ONCE else None


def award(user: User) -> None:
    """Store what a person has achieved by all their games, and nothing else."""
    earned = {one.what: one.game for one in catalogue.earned(played.in_order(user))}
    stored = {row.what: row for row in Achievement.objects.filter(user=user)}
    gone = [row.pk for what, row in stored.items() if what not in earned]
    Achievement.objects.filter(pk__in=gone).delete()
    for what, game in earned.items():
        row = stored.get(what)
        if row is None or (row.game_id, row.at) != (game.game, game.at):
            Achievement.objects.update_or_create(user=user, what=what, defaults={"game_id": game.game, "at": game.at})


def _look_at(due: CareerDue) -> None:
    """The facts of a game, and what its players have achieved; of who has more games that are due, with the last."""
    facts.store(due.game)
    players = get_user_model().objects.filter(seats__game=due.game).order_by("pk")
    for user in players.select_for_update(
        no_key=True, of=("self",)
    ):  # so that two workers do not leave it to each other
        if not CareerDue.objects.filter(game__seats__user=user).exclude(pk=due.pk).exists():
            award(user)
