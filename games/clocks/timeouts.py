"""When time runs out: who waits decides; and if they do not, the game ends by itself. See docs/clocks.md."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction

from games.clocks import clock
from games.contract import Seat
from games.models import Game, Pulse
from games.table import door, log
from games.table.door import Act, Answer

logger = logging.getLogger(__name__)

GAP = timedelta(hours=1)  # a longer one between two rounds, and nobody was there to move to either
RECOVERY = timedelta(days=1)  # after which nothing is settled for so long
BUSY = timedelta(hours=1)  # who did something since is in the midst of a late turn, and may finish it
OFTEN = 60.0  # seconds


def sweep() -> float:
    """End every game that is due; a job of the worker. Returns in how many seconds it wants to look again."""
    now = clock.now()
    if now - awake_since(now) >= RECOVERY:
        for game_id in due(now):
            try:
                settle(game_id)
            except Exception:
                logger.exception("Game %s could not be settled", game_id)  # the others can
    return OFTEN


def due(now: datetime) -> list[int]:
    """The games whose time is up for longer than who waits had to decide."""
    late = Game.objects.filter(status=Game.Status.RUNNING, deadline__lt=now - clock.GRACE)
    found: list[int] = []
    for game in late.order_by("deadline", "pk").prefetch_related("seats"):
        running = clock.of(game, game.seats.all())
        if running and game.to_move and running.settles(Seat(game.to_move)) < now and not _is_busy(game, now):
            found.append(game.pk)
    return found


def settle(game_id: int) -> Answer | None:
    """As a win on time, or called off if it has hardly begun; through the door, which judges by the log alone.

    A move that comes at the same moment either was first, and this is stale, or is told that the game is over.
    """
    game = Game.objects.get(pk=game_id)
    if game.to_move is None:
        return None
    waiting = Seat(game.to_move).other
    act = Act.ABORT if door.is_hardly_begun(log.position(game)) else Act.TIMEOUT
    key = f"{log.SETTLED}-{game.head}"
    return door.submit(game_id=game_id, seat=waiting, act=act, text=log.SETTLED, seen=game.head, key=key)


def awake_since(now: datetime) -> datetime:
    """Since when the site has been looked after without a gap; and notes that it is."""
    with transaction.atomic():
        pulse, _ = Pulse.objects.select_for_update().get_or_create(pk=1, defaults={"at": now, "since": now})
        if now - pulse.at > GAP:
            pulse.since = now
        pulse.at = max(pulse.at, now)
        pulse.save()
        return pulse.since


def _is_busy(game: Game, now: datetime) -> bool:
    return game.events.filter(at__gt=now - BUSY).exists()
