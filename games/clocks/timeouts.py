"""Games whose time is up: the waiting player decides, and after a while the game ends by itself. See docs/clocks.md."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db import transaction

from games.clocks import clock
from games.contract import Seat
from games.models import Game, Pulse
from games.table import acts, checks, door, log
from games.table.door import Answer

logger = logging.getLogger(__name__)

GAP = timedelta(hours=1)  # after a longer gap between two sweeps the site was probably away
RECOVERY = timedelta(days=1)  # so long after a gap nothing is settled
BUSY = timedelta(hours=1)  # a player who acted within that time may finish a late turn
SECONDS_TO_NEXT = 60.0


def sweep() -> float:
    """End every game that is due; a job of the worker. Returns the seconds until it must run again."""
    now = clock.now()
    if now - awake_since(now) >= RECOVERY:
        for game_id in due(now):
            try:
                settle(game_id)
            except Exception:
                logger.exception("Game %s could not be settled", game_id)  # the others can
    return SECONDS_TO_NEXT


def due(now: datetime) -> list[int]:
    """The games whose time has been up for longer than the waiting player has to decide."""
    late = Game.objects.filter(status=Game.Status.RUNNING, deadline__lt=now - clock.GRACE)
    found: list[int] = []
    for game in late.order_by("deadline", "pk").prefetch_related("seats"):
        running = clock.of(game, game.seats.all())
        if running and game.to_move and running.settles(Seat(game.to_move)) < now and not _is_busy(game, now):
            found.append(game.pk)
    return found


def settle(game_id: int) -> Answer | None:
    """End a game as a win on time, or call it off if it has hardly begun; the door judges by the log alone.

    If a move comes at the same moment, one of the two is stored, and the other is refused.
    """
    game = Game.objects.get(pk=game_id)
    if game.to_move is None:
        return None
    waiting = Seat(game.to_move).other
    is_young = checks.is_hardly_begun(log.last_position(game))
    value = acts.Abort(is_settled=True) if is_young else acts.Timeout(is_settled=True)
    key = f"settled-{game.head}"
    return door.submit(game_id=game_id, seat=waiting, act=value.act, text=acts.write(value), seen=game.head, key=key)


def awake_since(now: datetime) -> datetime:
    """Since when sweeps have run without a gap. Stores that one runs now."""
    with transaction.atomic():
        pulse, _ = Pulse.objects.select_for_update().get_or_create(pk=1, defaults={"at": now, "since": now})
        if now - pulse.at > GAP:
            pulse.since = now
        pulse.at = max(pulse.at, now)
        pulse.save()
        return pulse.since


def _is_busy(game: Game, now: datetime) -> bool:
    return game.events.filter(at__gt=now - BUSY).exists()
