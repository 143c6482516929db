"""Whether the process lives, and whether the site is ready. Machines read both, so they are not translated."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import timedelta
from time import monotonic
from typing import Any, Final

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Delivery, Pulse

logger = logging.getLogger(__name__)
LIVES: Final = "The process lives.\n"
SECONDS: Final = 1.0  # for which an answer is kept
LONGEST_PULSE: Final = timedelta(minutes=3)  # the worker looks after the games every minute
LONGEST_WAIT: Final = timedelta(minutes=15)  # of what is to be sent


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether the process answers, whatever else does. A process that does not is to be started anew."""
    return _plain(LIVES)


async def answer_healthz(send: Any) -> None:
    """The same as an ASGI application, without a thread: all of them may wait for a database that hangs."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": LIVES.encode()})


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether the site does all that it should: a line for each check, and 503 if one fails.

    What was found is good for a second: whoever asks all the time has nothing written all the time.
    """
    if _found["until"] <= monotonic():
        text, status = _look()
        _found.update(text=text, status=status, until=monotonic() + SECONDS)
    return _plain(_found["text"], status=_found["status"])


def _look() -> tuple[str, int]:
    lines, is_ready = [], True
    for name, check in CHECKS.items():
        try:
            problem = check()
        except Exception as error:
            logger.error("readyz: %s: %r", name, error)
            problem = "does not answer"
        lines.append(f"{name}: {problem or 'ok'}\n")
        is_ready = is_ready and not problem
    return "".join(lines), 200 if is_ready else 503


def _is_written_to() -> str:
    """A row that is written as it was: a database that is full or read-only refuses that too."""
    with transaction.atomic():
        Pulse.objects.update(at=F("at"))
    return ""


def _keeps_what_it_is_given() -> str:
    key = f"readyz-{secrets.token_hex(8)}"
    cache.set(key, key, timeout=10)
    if cache.get(key) != key:
        return "does not keep what it is given"
    cache.delete(key)
    return ""


def _has_a_worker() -> str:
    pulse = Pulse.objects.filter(pk=1).first()
    if pulse is None:
        return "has never run"
    age = timezone.now() - pulse.at
    return f"ran last {round(age.total_seconds())} seconds ago" if age > LONGEST_PULSE else ""


def _is_sent_in_time() -> str:
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING, due_at__lt=timezone.now() - LONGEST_WAIT)
    first = waiting.order_by("due_at").first()
    if first is None:
        return ""
    return f"the oldest has waited for {round((timezone.now() - first.due_at).total_seconds())} seconds"


def _is_collected() -> str:
    """Without a manifest, as with DEBUG, each file is looked for when it is asked for."""
    if not hasattr(staticfiles_storage, "manifest_name"):
        return ""
    name = staticfiles_storage.url("css/site.css").removeprefix(settings.STATIC_URL).lstrip("/")
    return "" if staticfiles_storage.exists(name) else "the files are not collected"


CHECKS: Final[dict[str, Callable[[], str]]] = {
    "database": _is_written_to,
    "cache": _keeps_what_it_is_given,
    "worker": _has_a_worker,
    "outbox": _is_sent_in_time,
    "static files": _is_collected,
}

_found: dict[str, Any] = {"text": "", "status": 503, "until": 0.0}


def forget() -> None:
    """For tests: look again."""
    _found["until"] = 0.0


def _plain(text: str, *, status: int = 200) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain; charset=utf-8", status=status)
