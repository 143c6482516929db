"""What an administrator has to know at once: a handler of the log that mails it, once a day for each game."""

from __future__ import annotations

import logging
from hashlib import sha256
from threading import Thread

from django.conf import settings
from django.core.cache import cache
from django.core.mail import send_mail
from django.db import connection

from accounts.for_games import User

DAY = 24 * 3600
logger = logging.getLogger(__name__)


class Alarm(logging.Handler):
    """Whoever logs does not wait for the mail."""

    def emit(self, record: logging.LogRecord) -> None:
        Thread(target=_send_in_thread, args=(record.getMessage(),), name="alarm", daemon=True).start()


def send(text: str) -> None:
    """Mail this to all administrators, unless another process did so today."""
    if not cache.add(f"alarm-{sha256(text.encode()).hexdigest()[:32]}", True, timeout=DAY):
        return
    people = User.objects.filter(is_superuser=True, is_active=True).exclude(email="")
    for address in people.values_list("email", flat=True):
        send_mail(f"{settings.SITE_NAME}: {text}"[:120], f"{text}\n", None, [address])


def _send_in_thread(text: str) -> None:
    try:
        send(text)
    except Exception:
        logger.exception("The administrators could not be told: %s", text)
    finally:
        connection.close()
