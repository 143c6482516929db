"""Signals within one process. As Channels' own layer in memory, but that a signal costs no more where many listen.

That one looks through all channels and groups for what is too old whenever a message is sent or received, and gives
each message to each channel by a task of its own: with a thousand sockets a signal costs milliseconds.
"""

from __future__ import annotations

import asyncio
import time
from time import monotonic
from typing import Any, Final

from channels.layers import InMemoryChannelLayer

from games import metrics

SECONDS_BETWEEN_LOOKS: Final = 5.0


class MemoryLayer(InMemoryChannelLayer):
    """Who receives a message must not change it: all get the same."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._looked = 0.0

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.require_valid_group_name(group)
        self._clean_expired()
        entry = time.time() + self.expiry, message
        for channel in [*self.groups.get(group, ())]:
            queue = self.channels.get(channel)
            if queue is None:
                queue = self.channels[channel] = asyncio.Queue(maxsize=self.get_capacity(channel))
            try:
                queue.put_nowait(entry)
            except asyncio.QueueFull:  # a page that takes nothing in; it asks by itself
                metrics.SIGNALS_LOST.inc()

    def _clean_expired(self) -> None:
        now = monotonic()
        if now >= self._looked + SECONDS_BETWEEN_LOOKS:
            self._looked = now
            super()._clean_expired()  # type: ignore[misc] # not in its stubs
