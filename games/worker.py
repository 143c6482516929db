"""The loops of the worker: mails; games whose time is up, and reminders; ratings; housekeeping.

Bots have a loop of their own, and so has the evidence in cases of cheating.

Each loop has a thread, so that no mail waits for a thousand games to be settled or for old rows to be deleted. The rows
of the database are the queue: a job looks for rows that are due and works on them through the same doors as a page. So
a worker may be killed at any moment, sleep for days, or run many times; see docs/clocks.md.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic

from django.db import connections

from games import housekeeping
from games.bots.scheduler import BotScheduler
from games.careers import recorder
from games.clocks import reminders, timeouts
from games.live import wakeups
from games.moderation import evidence
from games.notify import sending
from games.ratings import ledger

logger = logging.getLogger(__name__)

Job = Callable[[], float | None]  # does what is due; returns in how many seconds, at the latest, it must run again
LONGEST_SLEEP = 60.0
LONGEST_END = 2.0  # seconds for all jobs at hand; what is left of them the next worker does

MAILS: tuple[Job, ...] = (sending.deliver_due,)  # woken when one may be due
CLOCKS: tuple[Job, ...] = (timeouts.sweep, reminders.sweep)
RATINGS: tuple[Job, ...] = (ledger.work_off, recorder.work_off)  # woken when a game has ended
HOUSEKEEPING: tuple[Job, ...] = (housekeeping.sweep,)
JOBS = MAILS + CLOCKS + RATINGS + HOUSEKEEPING


def run(stop: Event, jobs: tuple[Job, ...] = MAILS, wake: Event = wakeups.WORKER) -> None:
    """Run these jobs when one of them is due, and when the loop is woken; until told to stop."""
    while True:
        wake.clear()
        if stop.is_set():
            return
        wake.wait(run_jobs(jobs))


def run_jobs(jobs: tuple[Job, ...]) -> float:
    """Run each of these jobs once. Returns how many seconds the worker may sleep after that."""
    pauses = [LONGEST_SLEEP]
    try:
        for job in jobs:
            pause = _run_job(job)
            if pause is not None:
                pauses.append(pause)
    finally:
        connections.close_all()  # a worker that sleeps holds no connection
    return max(min(pauses), 0.05)


def start() -> Callable[[], None]:
    """Start all loops as threads of this process. The function that is returned ends them, after the job at hand.

    The end of the process ends them too.
    """
    stop = Event()
    clocks, housework = Event(), Event()  # nobody wakes these but who ends them
    threads = [
        Thread(target=run, args=(stop, MAILS, wakeups.WORKER), name="mails", daemon=True),
        Thread(target=run, args=(stop, CLOCKS, clocks), name="clocks", daemon=True),
        Thread(target=run, args=(stop, RATINGS, wakeups.RATINGS), name="ratings", daemon=True),
        Thread(target=run, args=(stop, HOUSEKEEPING, housework), name="housekeeping", daemon=True),
        Thread(target=BotScheduler().run, args=(stop,), name="bots", daemon=True),
        Thread(target=evidence.run, args=(stop,), name="evidence", daemon=True),
        Thread(target=wakeups.listen, args=(stop,), name="wakeups", daemon=True),
    ]

    def end() -> None:
        stop.set()
        for wake in (wakeups.WORKER, wakeups.BOTS, wakeups.RATINGS, clocks, housework):
            wake.set()
        late = monotonic() + LONGEST_END
        for thread in threads:
            thread.join(timeout=max(0.0, late - monotonic()))

    at_exit = getattr(threading, "_register_atexit", atexit.register)  # earlier than the pool's own way out,
    at_exit(end)  # which would wait for all that is being thought
    for thread in threads:
        thread.start()
    return end


def _run_job(job: Job) -> float | None:
    """A job that fails is logged, and holds up none of the others."""
    try:
        return job()
    except Exception:
        logger.exception("A job of the worker failed: %s", job.__name__)
        return None
