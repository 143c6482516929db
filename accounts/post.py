"""Sends the mails about accounts, while the page is answered: a slow mail server holds up no page, and tells nothing.

Whoever waits for a code that does not come can ask for another one, so nothing is stored; what fails twice is logged.
"""

from __future__ import annotations

import atexit
import logging
from email.utils import make_msgid
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic, sleep
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage

logger = logging.getLogger(__name__)

SECONDS_TO_NEXT_TRY = 2.0
SECONDS_TO_LEAVE = 3.0  # for the mails that wait when the process ends


def sign(mail: EmailMessage) -> None:
    """Give it a Message-ID of the site: Django's would name the machine."""
    mail.extra_headers.setdefault("Message-ID", make_msgid(domain=urlsplit(settings.SITE_URL).hostname or "localhost"))


def send_soon(mail: EmailMessage) -> None:
    if not settings.ACCOUNT_MAILS_LATER:
        mail.send()
        return
    _waiting.put(mail)
    _start()


OUTCOMES = {"sent": 0, "lost": 0}  # of the mails of this process, for whoever watches it
_waiting: SimpleQueue[EmailMessage] = SimpleQueue()
_threads: list[Thread] = []
_starting = Lock()
_counting = Lock()
_under_way: set[int] = set()


def _start() -> None:
    """Two threads, from the first mail on: one may hang at a mail server."""
    with _starting:
        if _threads:
            return
        for _number in range(2):
            thread = Thread(target=_work, name="account-mail", daemon=True)
            thread.start()
            _threads.append(thread)
        atexit.register(_finish)


def _work() -> None:
    while True:
        mail = _waiting.get()
        _under_way.add(id(mail))
        try:
            _send(mail)
        finally:
            _under_way.discard(id(mail))


def _send(mail: EmailMessage) -> None:
    for is_last in (False, True):
        try:
            mail.send()
        except Exception as problem:
            if is_last:
                logger.exception("A mail about an account is lost: %s", mail.subject)
                _count("lost")
                return
            logger.warning("A mail about an account is tried once more: %r", problem)
            sleep(SECONDS_TO_NEXT_TRY)
        else:
            _count("sent")
            return


def _count(outcome: str) -> None:
    with _counting:
        OUTCOMES[outcome] += 1


def _finish() -> None:
    end = monotonic() + SECONDS_TO_LEAVE
    while (not _waiting.empty() or _under_way) and monotonic() < end:
        sleep(0.05)
