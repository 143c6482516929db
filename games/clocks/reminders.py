"""Reminders to the player to move, when their turn passes a mark (marks.py).

``Game.remind_at`` is the next mark. An index has the games that have one, so a sweep reads those that are due, however
many games run.
"""

from __future__ import annotations

import logging
from datetime import datetime

from django.db import transaction

from games.clocks import clock, marks
from games.models import Game
from games.notify import events

logger = logging.getLogger(__name__)

AT_ONCE = 500  # in one round; then the other jobs of the loop run
SECONDS_TO_NEXT = 60.0


def sweep() -> float:
    """Write the reminders that are due; a job of the worker. Returns the seconds until it must run again."""
    now = clock.now()
    due = Game.objects.filter(remind_at__lte=now).order_by("remind_at", "pk").values_list("pk", flat=True)[:AT_ONCE]
    games = list(due)
    for pk in games:
        try:
            remind(pk, now)
        except Exception:
            logger.exception("Of game %s nobody could be reminded", pk)  # of the others they can
    return 0.0 if len(games) == AT_ONCE else SECONDS_TO_NEXT


def remind(pk: int, now: datetime) -> None:
    """Remind the player to move of the last mark that the turn has passed, and store the next one."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=pk)  # the turn may have ended meanwhile
        if game.remind_at is None or game.remind_at > now:
            return
        turn = game.turn_since, game.deadline
        if game.deadline and game.deadline > now and (mark := marks.last_passed(*turn, now)):
            events.time_is_short(game=game, mark=mark)
        game.remind_at = marks.following(*turn, now)
        game.save(update_fields=["remind_at"])
