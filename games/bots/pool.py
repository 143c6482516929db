"""The processes in which bots think. They have a low priority, so that no request and no other job waits for them.

What goes there is the state of a game and a fresh seed. The stream of chance stays behind, with all it is made of.
Nothing here knows of Django, so such a process is small and soon started.
"""

from __future__ import annotations

import os
import signal
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock, Thread
from time import monotonic, thread_time
from typing import Any, Final, NamedTuple

from games import kinds
from games.contract.bots import SearchBudget

SLOWEST: Final = 3.0  # times its seconds, by the clock on the wall: nobody waits for ever for a busy processor
LONGEST: Final = 60.0  # seconds after which a bot that does not come to an end is interrupted


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


def think_at_most(task: Task, longest: float = LONGEST) -> Decision:
    """The same with a time limit, in a process that does nothing else. Raises TimeoutError."""
    signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, longest)
    try:
        return think(task)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


class BotPool:
    """A pool of processes. They are started when they are needed, and again if they are killed."""

    def __init__(self, size: int, *, niceness: int = 10) -> None:
        self.size = size
        self.think = think_at_most  # anything that such a process can import
        self._niceness = niceness
        self._lock = Lock()
        self._at_work: tuple[ProcessPoolExecutor, Connection] | None = None

    def submit(self, task: Task) -> Future[Decision]:
        """Begin to think about a task. The future fails with BrokenProcessPool if its process dies."""
        with self._lock:
            try:
                return self._executor().submit(self.think, task)
            except BrokenProcessPool:
                self._end()
            return self._executor().submit(self.think, task)

    def close(self) -> None:
        """End the processes at once, with all tasks. A later task starts new ones."""
        with self._lock:
            self._end()

    def _executor(self) -> ProcessPoolExecutor:
        if self._at_work is None:
            context = get_context("spawn")
            theirs, ours = context.Pipe(duplex=False)
            begin = partial(_begin, theirs, self._niceness)
            self._at_work = ProcessPoolExecutor(self.size, mp_context=context, initializer=begin), ours
        return self._at_work[0]

    def _end(self) -> None:
        if self._at_work is None:
            return
        executor, ours = self._at_work
        self._at_work = None
        ours.close()
        executor.shutdown(cancel_futures=True)


def _begin(lifeline: Connection, niceness: int) -> None:
    """Prepare a new process: it has a low priority, and ends when the other end of the pipe is closed."""
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    Thread(target=_end_with, args=(lifeline,), name="lifeline", daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    lifeline.poll(None)
    os._exit(0)


def _interrupt(*_: object) -> None:
    raise TimeoutError
