"""The numbers of sending: leases, retries, limits and pauses."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class SendingPolicy:
    lease: timedelta = timedelta(minutes=3)  # after that a worker that has not reported counts as dead
    first_wait: timedelta = timedelta(seconds=30)  # before the second try; then three times as long, and so on
    longest_wait: timedelta = timedelta(hours=6)
    tries: int = 8  # in about 16 hours
    most_an_hour: int = 20  # mails to one person
    gathered: int = 3  # so many mails to one person that are due together become one
    looking: timedelta = timedelta(
        minutes=10
    )  # a delivery to somebody who looks at the game is checked again after that
    chat: timedelta = timedelta(minutes=2)  # messages of that time come in one mail
    until_back: timedelta = timedelta(
        minutes=10
    )  # so long the one mail until the reader is back collects notifications
    kept: timedelta = timedelta(days=90)
    at_once: int = 50  # mails in one round; then the other jobs of the worker run

    def wait_after(self, tries: int) -> timedelta:
        """The pause before the next try: longer each time, and random, so that a server that is back is not overrun."""
        wait = min(self.first_wait.total_seconds() * 3 ** max(tries - 1, 0), self.longest_wait.total_seconds())
        return timedelta(seconds=wait * random.uniform(0.8, 1.2))


USUAL = SendingPolicy()
