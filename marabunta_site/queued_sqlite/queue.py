"""A lock that is handed on in the order in which it was asked for."""

from __future__ import annotations

from collections import deque
from threading import Lock


class Queue:
    def __init__(self) -> None:
        self._guard = Lock()
        self._is_taken = False
        self._waiting: deque[Lock] = deque()

    def enter(self, timeout: float) -> bool:
        """Wait for one's turn, so many seconds at most; whether it has come."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=timeout):
            return True
        with self._guard:
            if turn in self._waiting:
                self._waiting.remove(turn)
                return False
        return True  # it came at the last moment

    def leave(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False
