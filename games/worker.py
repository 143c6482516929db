"""What has to happen without anybody asking: bots that are to move, time that runs out.

The rows of the database are the queue: a job looks for what is due and does it through the same doors as a page. So a
worker may be killed at any moment, sleep for days, or run twice; see docs/clocks.md.
"""

from __future__ import annotations

import atexit
import logging
from collections.abc import Callable
from datetime import timedelta
from threading import Event, Thread

from django.db import connections
from django.db.models import F

from games import bots, clocks, notify, reminders, timeouts
from games.models import Game, Seat

logger = logging.getLogger(__name__)

Job = Callable[[], float | None]  # does what is due; returns in how many seconds, at the latest, it wants to be called
LONGEST_SLEEP = 60.0
PATIENCE = timedelta(seconds=3)  # whoever has just moved is still waiting for the bot's answer, in that very request
OFTEN = 5.0


def let_bots_move() -> float:
    """Bots whose turn was cut short: by a server that stopped, for instance."""
    waiting = Seat.objects.filter(
        bot__gt="",
        number=F("game__to_move"),
        game__status=Game.Status.RUNNING,
        game__turn_since__lt=clocks.now() - PATIENCE,
    )
    for game_id in waiting.order_by("game__turn_since", "game").values_list("game", flat=True):
        _guarded(bots.take_turns, game_id)
    return OFTEN


JOBS: tuple[Job, ...] = (let_bots_move, timeouts.sweep, reminders.sweep, notify.deliver_due)


def wake() -> None:
    """There is something to do: the worker of this process, if it has one, looks at once."""
    _alarm.set()


def run(stop: Event) -> None:
    """Every job again and again, until told to stop and woken."""
    while True:
        _alarm.clear()
        if stop.is_set():
            return
        _alarm.wait(round_of_jobs())


def round_of_jobs() -> float:
    """Each job once; how long one may sleep after that. A job that fails is logged, and the others go on."""
    wishes = [LONGEST_SLEEP]
    try:
        for job in JOBS:
            wish = _guarded(job)
            if wish is not None:
                wishes.append(wish)
    finally:
        connections.close_all()  # nobody holds one while they sleep
    return max(min(wishes), 0.05)


def start() -> Callable[[], None]:
    """The worker as a thread of this process. What it returns ends it, after the job at hand; so does the process."""
    stop = Event()
    thread = Thread(target=run, args=(stop,), name="worker", daemon=True)

    def end() -> None:
        stop.set()
        wake()
        thread.join(timeout=10)

    atexit.register(end)
    thread.start()
    return end


_alarm = Event()


def _guarded(call: Callable[..., float | None], *arguments: object) -> float | None:
    try:
        return call(*arguments)
    except Exception:
        logger.exception("A job of the worker failed: %s", call.__name__)
        return None
