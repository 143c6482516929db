"""Wakes the loops of the bots and of the worker, in this process and in others.

A loop waits for its event. A process without that loop publishes the wake-up through Redis, and ``listen`` sets the
event in the process that has it. A wake-up can be lost, so both loops also look by themselves, after a while. Without
Redis there is one process, and its events are enough.
"""

from __future__ import annotations

import logging
from functools import cache
from threading import Event, Lock, Thread
from typing import Final

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)

BOTS: Final = Event()  # a bot may be to move
WORKER: Final = Event()  # a mail may be due
RATINGS: Final = Event()  # a rated game may have ended

CHANNEL: Final = "marabunta.wake"
SECONDS_TO_PUBLISH: Final = 2.0
SECONDS_TO_RECONNECT: Final = 2.0
SECONDS_TO_STOP: Final = 0.5


def wake_bots() -> None:
    """Have every process with a loop of bots look at once. Raises nothing and does not wait for Redis."""
    BOTS.set()
    _publisher.publish("bots")


def wake_worker() -> None:
    """The same for the loop of the worker."""
    WORKER.set()
    _publisher.publish("worker")


def wake_ratings() -> None:
    """The same for the loop of the ratings."""
    RATINGS.set()
    _publisher.publish("ratings")


def listen(stop: Event) -> None:
    """Set the events for which other processes publish, until told to stop. Without Redis this returns at once."""
    while settings.REDIS_URL and not stop.is_set():
        try:
            with _client(settings.REDIS_URL).pubsub() as subscription:  # type: ignore[no-untyped-call]
                subscription.subscribe(CHANNEL)
                while not stop.is_set():
                    _hear(subscription.get_message(timeout=SECONDS_TO_STOP))
        except Exception as lost:
            logger.warning("Wake-ups cannot be heard: %r", lost)
            stop.wait(SECONDS_TO_RECONNECT)


class _Publisher:
    """Publishes in a thread of its own, which ends when nothing is left to publish.

    A Redis that hangs holds up no request, and the same wake-up is pending once at most. The thread keeps the process
    alive, so that a command that ends at once still publishes.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._pending: set[str] = set()
        self._is_running = False

    def publish(self, loop: str) -> None:
        if not settings.REDIS_URL:
            return
        with self._lock:
            self._pending.add(loop)
            if self._is_running:
                return
            self._is_running = True
        try:
            Thread(target=self._run, name="wakeups").start()
        except RuntimeError as lost:  # the interpreter is shutting down
            self._is_running = False
            logger.warning("A wake-up was lost: %r", lost)

    def _run(self) -> None:
        while True:
            with self._lock:
                if not self._pending:
                    self._is_running = False
                    return
                loop = self._pending.pop()
            try:
                _client(settings.REDIS_URL).publish(CHANNEL, loop)
            except Exception as lost:
                logger.warning("A wake-up was lost: %r", lost)


_publisher = _Publisher()
_EVENTS: Final = {b"bots": BOTS, b"worker": WORKER, b"ratings": RATINGS}


@cache
def _client(url: str) -> Redis:
    return Redis.from_url(
        url,
        socket_timeout=SECONDS_TO_PUBLISH,
        socket_connect_timeout=SECONDS_TO_PUBLISH,
        health_check_interval=30,
        retry=Retry(NoBackoff(), 0),
    )


def _hear(message: dict[str, object] | None) -> None:
    match message:
        case {"type": "subscribe"}:  # what was published before this is lost: look for everything
            BOTS.set()
            WORKER.set()
            RATINGS.set()
        case {"type": "message", "data": bytes(loop)} if loop in _EVENTS:
            _EVENTS[loop].set()
