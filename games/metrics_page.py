"""The page that Prometheus reads, at a port of its own that only this machine reaches: METRICS_PORT.

Besides what this process has counted it says how long things wait, which the database knows and every process says.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import datetime
from threading import Lock
from time import monotonic
from typing import Final

from django.conf import settings
from django.db import connections
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from accounts.for_games import mails_of_accounts
from games.models import Delivery, Game, Pulse

logger = logging.getLogger(__name__)
KEPT: Final = 5.0  # seconds for which what the database said is good: several may ask


def start(registry: CollectorRegistry = REGISTRY) -> Callable[[], None] | None:
    """Serve the page, if METRICS_PORT says where. Returns what ends it."""
    if not settings.METRICS_PORT:
        return None
    try:
        registry.register(Waiting())
        server, thread = start_http_server(settings.METRICS_PORT, settings.METRICS_HOST, registry)
    except (OSError, ValueError) as problem:
        logger.error("Nobody can read the metrics of this process: METRICS_PORT %s: %s", settings.METRICS_PORT, problem)
        return None

    def end() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return end


class Waiting(Collector):
    """What waits, and for how long."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: dict[str, float] = {}
        self._until = 0.0

    def describe(self) -> list[Metric]:
        """Nothing is asked of the database before somebody reads the page."""
        return []

    def collect(self) -> Iterator[Metric]:
        with self._lock:
            if self._until <= monotonic():
                self._known, self._until = _look(), monotonic() + KEPT
            known = self._known
        for name, text in _GAUGES.items():
            if name in known:
                yield GaugeMetricFamily(name, text, value=known[name])
        family = CounterMetricFamily(
            "marabunta_account_mails", "Mails about accounts that this process has sent or lost.", labels=["outcome"]
        )
        for outcome, count in mails_of_accounts.items():
            family.add_metric([outcome], count)
        yield family


_GAUGES: Final = {
    "marabunta_database_up": "Whether the database answers.",
    "marabunta_outbox_due": "Deliveries to people that are due and not sent.",
    "marabunta_outbox_oldest_seconds": "How long the oldest of them has been due.",
    "marabunta_outbox_given_up": "Deliveries that were given up and are still stored.",
    "marabunta_worker_pulse_seconds": "Since a worker last looked after the games.",
    "marabunta_clocks_overdue_seconds": "How long the oldest deadline of a game has passed that nobody has settled.",
    "marabunta_bots_waiting": "Games in which a bot is to move.",
    "marabunta_bots_oldest_seconds": "How long a bot has been to move, the longest while a person waits.",
    "marabunta_games_running": "Games that run.",
}
_MOST: Final = 10_000  # of what waits are counted: more of it is no other news, and a count takes its time


def _look() -> dict[str, float]:
    try:
        return _ask()
    except Exception as problem:
        logger.warning("What waits is not known: %r", problem)
        return {"marabunta_database_up": 0.0}
    finally:
        connections.close_all()  # this thread keeps none


def _ask() -> dict[str, float]:
    now = timezone.now()
    due = Delivery.objects.filter(state=Delivery.State.WAITING, due_at__lte=now).order_by("due_at")
    bots = Game.objects.filter(bot_to_move__isnull=False)
    overdue = Game.objects.filter(status=Game.Status.RUNNING, deadline__lte=now).order_by("deadline")
    found = {
        "marabunta_database_up": 1.0,
        "marabunta_outbox_due": due[:_MOST].count(),
        "marabunta_outbox_oldest_seconds": _age(due.values_list("due_at", flat=True).first(), now),
        "marabunta_outbox_given_up": Delivery.objects.filter(state=Delivery.State.DEAD)[:_MOST].count(),
        "marabunta_clocks_overdue_seconds": _age(overdue.values_list("deadline", flat=True).first(), now),
        "marabunta_bots_waiting": bots[:_MOST].count(),
        "marabunta_bots_oldest_seconds": _age(
            bots.filter(has_person=True).order_by("turn_since").values_list("turn_since", flat=True).first(), now
        ),
        "marabunta_games_running": Game.objects.filter(status=Game.Status.RUNNING)[: 10 * _MOST].count(),
    }
    pulse = Pulse.objects.filter(pk=1).values_list("at", flat=True).first()
    return found | ({"marabunta_worker_pulse_seconds": _age(pulse, now)} if pulse else {})


def _age(since: datetime | None, now: datetime) -> float:
    return max(0.0, (now - since).total_seconds()) if since else 0.0
