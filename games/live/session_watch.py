"""Ends the sockets of sessions that have ended without a word: that expired, or were deleted by another process.

One task of a process looks for all of its sockets at once, however many there are, by one query in half a minute.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from typing import TYPE_CHECKING

from channels.db import database_sync_to_async
from django.contrib.sessions.models import Session
from django.utils import timezone

if TYPE_CHECKING:
    from games.live.consumer import Live

logger = logging.getLogger(__name__)
AT_ONCE = 500  # keys in a query


class SessionWatch:
    """The open sockets of this process by the keys of their sessions."""

    seconds = 30.0  # between two looks

    def __init__(self) -> None:
        self._open: defaultdict[str, set[Live]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None

    def add(self, key: str, socket: Live) -> None:
        self._open[key].add(socket)
        loop = asyncio.get_running_loop()
        if self._task is None or self._task.done() or self._task.get_loop() is not loop:
            self._task = loop.create_task(self._look())

    def remove(self, key: str, socket: Live) -> None:
        self._open[key].discard(socket)
        if not self._open[key]:
            del self._open[key]

    async def _look(self) -> None:
        """Look again and again, as long as there is a socket. Nobody awaits this task: it logs its failures."""
        while self._open:
            await asyncio.sleep(self.seconds)
            try:
                for key in await database_sync_to_async(ended)([*self._open]):
                    for socket in [*self._open.get(key, ())]:
                        await socket.log_out()
            except Exception:
                logger.exception("The sessions of open sockets could not be looked at")


def ended(keys: list[str]) -> set[str]:
    """Those of the sessions that are no more."""
    alive: set[str] = set()
    for first in range(0, len(keys), AT_ONCE):
        sessions = Session.objects.filter(pk__in=keys[first : first + AT_ONCE], expire_date__gt=timezone.now())
        alive.update(sessions.values_list("pk", flat=True))
    return {*keys} - alive
