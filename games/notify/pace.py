"""How patient the sending is: all its numbers in one place."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Pace:
    lease: timedelta = timedelta(minutes=3)  # a worker that has not reported after that is dead
    first_wait: timedelta = timedelta(seconds=30)  # before the second try; then three times as long, and so on
    longest_wait: timedelta = timedelta(hours=6)
    tries: int = 8  # in about 16 hours
    most_an_hour: int = 20  # mails to one person
    gathered: int = 3  # so many mails that are due to one person at once become one
    looking: timedelta = timedelta(minutes=10)  # until somebody who was looking is thought of again
    chat: timedelta = timedelta(minutes=2)  # what is said in that time comes in one mail
    until_back: timedelta = timedelta(minutes=10)  # the one mail until they come back gathers so long
    kept: timedelta = timedelta(days=90)
    at_once: int = 50  # letters in one round, after which the worker's other jobs have their turn

    def wait_after(self, tries: int) -> timedelta:
        """Longer each time; not the same for all, or a server that comes back is overrun."""
        wait = min(self.first_wait.total_seconds() * 3 ** max(tries - 1, 0), self.longest_wait.total_seconds())
        return timedelta(seconds=wait * random.uniform(0.8, 1.2))


USUAL = Pace()
