"""What is counted and timed in this process, for Prometheus; games/metrics_page.py shows it.

Counting costs a microsecond, and is done whether anybody looks or not. Labels have few values each, and no person, no
game and no address is one of them.
"""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge, Histogram, Info

from games.version import VERSION

_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_LONG: Final = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0, 900.0)

BUILD: Final = Info("marabunta_build", "The version of the program.")
BUILD.info({"version": VERSION})

REQUESTS: Final = Counter("marabunta_requests", "Requests for pages that were answered.", ["method", "route", "status"])
REQUEST_SECONDS: Final = Histogram(
    "marabunta_request_seconds", "From the request to its answer, in the process.", ["route"], buckets=_SECONDS
)
ACTS: Final = Counter(
    "marabunta_acts", "What was sent to the door of a game, and what it said.", ["kind", "act", "by", "verdict"]
)
ACT_SECONDS: Final = Histogram(
    "marabunta_act_seconds", "From the door of a game to its answer, with the commit.", ["kind"], buckets=_SECONDS
)
SOCKETS: Final = Gauge("marabunta_sockets_open", "Sockets of pages that are open in this process.")
SIGNALS_LOST: Final = Counter("marabunta_signals_lost", "Signals to pages that were lost; they look by themselves.")
MAILS: Final = Counter(
    "marabunta_deliveries", "What became of deliveries to people, by their channel.", ["channel", "outcome"]
)
BOT_WAIT_SECONDS: Final = Histogram(
    "marabunta_bot_wait_seconds", "From a bot's turn to its first move in it.", ["kind"], buckets=_LONG
)


def answered(*, method: str, route: str, status: int, seconds: float) -> None:
    known = method if method in ("GET", "HEAD", "POST") else "other"
    REQUESTS.labels(known, route, str(status)).inc()
    REQUEST_SECONDS.labels(route).observe(seconds)


def acted(*, kind: str, act: str, by: str, verdict: str, seconds: float) -> None:
    ACTS.labels(kind, act, by, verdict).inc()
    ACT_SECONDS.labels(kind).observe(seconds)
