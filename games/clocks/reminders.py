"""Reminders to the player to move: a day before the end of their turn, and when four fifths of it are used."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.clocks import clock
from games.models import Game
from games.notify import events

LAST_DAY = timedelta(hours=24)
SHORT_TURN = timedelta(hours=30)  # most of a shorter turn is its last day: it has the other mark alone
USED = 0.8
WITHIN = timedelta(days=3)  # the last fifth of the longest turn
SECONDS_TO_NEXT = 60.0


def sweep() -> float:
    """Write the reminders that are due; a job of the worker. Returns the seconds until it must run again."""
    now = clock.now()
    for game in Game.objects.filter(status=Game.Status.RUNNING, deadline__gt=now, deadline__lt=now + WITHIN):
        if mark := last_mark(game, now):
            with transaction.atomic():
                events.time_is_short(game=game, mark=mark)
    return SECONDS_TO_NEXT


def last_mark(game: Game, now: datetime) -> str:
    """The latest mark that this turn has passed; the earlier one is left out if a worker slept through both."""
    assert game.deadline
    length = game.deadline - game.turn_since
    marks = [(game.turn_since + USED * length, "80%")]
    if length > SHORT_TURN:
        marks.append((game.deadline - LAST_DAY, "24h"))
    return max((mark for mark in marks if mark[0] <= now), default=(now, ""))[1]
