"""The processes in which bots think.

What goes there is the state of a game and a fresh seed. The stream of chance stays behind, with all it is made of.
Nothing here knows of Django, so such a process is small and soon started.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import Future
from time import monotonic, thread_time
from typing import Any, Final, NamedTuple

from games import kinds
from games.contract.bots import SearchBudget
from games.processes import ProcessPool

SLOWEST: Final = 3.0  # times its seconds, by the clock on the wall: nobody waits for ever for a busy processor
MARGIN: Final = 3.0  # seconds more, after which a bot that does not ask for the time is interrupted
GRACE: Final = 5.0  # seconds more, after which its process cannot be interrupted either, and all of them are replaced


class Task(NamedTuple):
    """A position in which a bot has to find a move."""

    kind: str
    state: Any
    level: str
    seconds: float  # of the processor
    seed: int


class Decision(NamedTuple):
    move: str
    seconds: float  # of the processor that it took


def think(task: Task) -> Decision:
    """The decision of a bot of that level. Raises whatever the bot raises."""
    choose = kinds.get(task.kind).bots.levels[task.level]
    start = thread_time()
    end, late = start + task.seconds, monotonic() + SLOWEST * task.seconds
    budget = SearchBudget(task.seed, task.seconds, lambda: thread_time() >= end or monotonic() >= late)
    move = choose(task.state, budget)
    return Decision(move, thread_time() - start)


def longest(task: Task) -> float:
    """The seconds by the clock on the wall after which a bot that does not come to an end is interrupted."""
    return SLOWEST * task.seconds + MARGIN


def think_at_most(task: Task) -> Decision:
    """The same with a time limit, in a process that does nothing else. Raises TimeoutError."""
    signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, longest(task))
    try:
        return think(task)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


class BotPool:
    """So many processes that think, started when they are needed."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.think: Callable[[Task], Decision] = think_at_most  # anything that such a process can import
        self._processes = ProcessPool(size)
        self._ends: dict[Future[Decision], float] = {}  # of what is thought about: when each must be over

    def submit(self, task: Task) -> Future[Decision]:
        """Begin to think about a task. The future fails with BrokenProcessPool if its process dies."""
        thought = self._processes.submit(self.think, task)
        self._ends = {other: end for other, end in self._ends.items() if not other.done()}
        earlier = sorted(self._ends.values())
        start = earlier[-self.size] if len(earlier) >= self.size else monotonic()  # at the latest
        self._ends[thought] = start + longest(task) + GRACE
        return thought

    def end_if_stuck(self) -> set[Future[Decision]]:
        """Replace the processes if one of them stands still. Returns what was thought about for too long.

        A bot that takes too long is interrupted in its process; but who is frozen hears no alarm.
        """
        late = {thought for thought, end in self._ends.items() if end < monotonic() and not thought.done()}
        if late:
            self.close()
        return late

    def close(self) -> None:
        """End the processes at once, with all tasks. A later task starts new ones."""
        self._processes.close()


def _interrupt(*_: object) -> None:
    raise TimeoutError
