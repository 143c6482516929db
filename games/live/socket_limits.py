"""How many sockets one person, or one address of visitors, has open in this process and opens in a minute."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from time import monotonic


@dataclass
class Doorkeeper:
    """Counts in memory: a socket lives in one process. What is counted is gone with the minute, or with the socket."""

    open: Counter[str] = field(default_factory=Counter)
    _opened: Counter[str] = field(default_factory=Counter)
    _minute: int = 0

    def enter(self, who: str, *, most: int, a_minute: int | None) -> bool:
        """Whether one more is let in. It counts as open either way, until it leaves."""
        minute = int(monotonic()) // 60
        if minute != self._minute:
            self._minute, self._opened = minute, Counter()
        self.open[who] += 1
        self._opened[who] += 1
        return self.open[who] <= most and (a_minute is None or self._opened[who] <= a_minute)

    def leave(self, who: str) -> None:
        self.open[who] -= 1
        if not self.open[who]:
            del self.open[who]

    def clear(self) -> None:
        self.open.clear()
        self._opened.clear()
