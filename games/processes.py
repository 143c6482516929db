"""Processes of low priority, so that no request and no other job waits for what they work out.

They are started when they are needed, and again if they are killed; they end with the process that started them.
Nothing here knows of Django, so such a process is small and soon started.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Lock, Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class ProcessPool:
    def __init__(self, size: int, *, niceness: int = 10) -> None:
        self._size = size
        self._niceness = niceness
        self._lock = Lock()
        self._at_work: tuple[ProcessPoolExecutor, Connection] | None = None

    def submit(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call a function there that can be imported. The future fails with BrokenProcessPool if its process dies."""
        with self._lock:
            try:
                return self._executor().submit(function, *args, **kwargs)
            except BrokenProcessPool:
                self._end()
            return self._executor().submit(function, *args, **kwargs)

    def close(self) -> None:
        """End the processes at once, with all that they do. A later call starts new ones."""
        with self._lock:
            self._end()

    def _executor(self) -> ProcessPoolExecutor:
        if self._at_work is None:
            context = get_context("spawn")
            theirs, ours = context.Pipe(duplex=False)
            begin = partial(_begin, theirs, self._niceness)
            self._at_work = ProcessPoolExecutor(self._size, mp_context=context, initializer=begin), ours
        return self._at_work[0]

    def _end(self) -> None:
        if self._at_work is None:
            return
        executor, ours = self._at_work
        self._at_work = None
        ours.close()
        for process in list((executor._processes or {}).values()):  # noqa: SLF001 - Python 3.14 has kill_workers()
            process.kill()  # one that stands still would not see the end of the pipe
        executor.shutdown(cancel_futures=True)


def _begin(lifeline: Connection, niceness: int) -> None:
    """Prepare a new process: it has a low priority, and ends when the other end of the pipe is closed."""
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    Thread(target=_end_with, args=(lifeline,), name="lifeline", daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    lifeline.poll(None)
    os._exit(0)
