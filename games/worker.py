"""What has to happen without anybody asking: time that runs out, mails; and in a loop of their own, the bots.

The rows of the database are the queue: a job looks for what is due and does it through the same doors as a page. So a
worker may be killed at any moment, sleep for days, or run twice; see docs/clocks.md.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Callable
from threading import Event, Thread

from django.db import connections

from games.bots.scheduler import Hive
from games.clocks import reminders, timeouts
from games.live import alarms
from games.notify import sending

logger = logging.getLogger(__name__)

Job = Callable[[], float | None]  # does what is due; returns in how many seconds, at the latest, it wants to be called
LONGEST_SLEEP = 60.0

JOBS: tuple[Job, ...] = (timeouts.sweep, reminders.sweep, sending.deliver_due)


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
    """Both loops as threads of this process. What it returns ends them, after the job at hand; so does the process."""
    stop = Event()
    threads = [
        Thread(target=run, args=(stop,), name="worker", daemon=True),
        Thread(target=Hive().run, args=(stop,), name="bots", daemon=True),
    ]

    def end() -> None:
        stop.set()
        wake()
        alarms.BOTS.set()
        for thread in threads:
            thread.join(timeout=10)

    at_exit = getattr(threading, "_register_atexit", atexit.register)  # earlier than the pool's own way out,
    at_exit(end)  # which would wait for all that is being thought
    for thread in threads:
        thread.start()
    return end


_alarm = Event()


def _guarded(call: Callable[..., float | None], *arguments: object) -> float | None:
    try:
        return call(*arguments)
    except Exception:
        logger.exception("A job of the worker failed: %s", call.__name__)
        return None
