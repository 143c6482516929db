"""How many sockets a person, or the visitors at one address, may have: open at a time, and opened in a minute."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from django.conf import settings

from accounts.for_games import aconsume_limit


@dataclass
class SocketLimits:
    """Counts the open sockets of this process by their source: a person, or the address of visitors."""

    most_of_person: int = 25
    most_at_address: int = 250
    open: Counter[str] = field(default_factory=Counter)

    async def add(self, source: str, *, is_visitor: bool) -> bool:
        """Count one more open socket, until it is removed. Returns whether it is within the limits."""
        self.open[source] += 1
        most = self.most_at_address if is_visitor else self.most_of_person
        is_few = self.open[source] <= most or not settings.HAS_LIMITS
        return await aconsume_limit("visitor-connect" if is_visitor else "connect", source) and is_few

    def remove(self, source: str) -> None:
        self.open[source] -= 1
        if not self.open[source]:
            del self.open[source]

    def clear(self) -> None:
        self.open.clear()
