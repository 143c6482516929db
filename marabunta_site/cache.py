"""Redis as a cache that nobody waits for twice: after a failure it is left alone for a while (a circuit breaker).

A cache that is away costs what is counted there (limits, who looks at a game); pages go on. While one call in each
pause tries whether it is back, all others fail at once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Any, Final

from django.core.cache.backends.redis import RedisCache
from redis import RedisError

logger = logging.getLogger(__name__)
PAUSE: Final = 10.0  # seconds


class CacheAway(ConnectionError):
    """The cache failed a moment ago, and was not asked again."""


class CircuitBreaker:
    def __init__(self, pause: float = PAUSE, time: Callable[[], float] = monotonic) -> None:
        self._pause, self._time = pause, time
        self._lock = Lock()
        self._closed_until = 0.0  # for calls; 0: open
        self.is_broken = False

    @contextmanager
    def guard(self) -> Iterator[None]:
        """Guard a call. Raises CacheAway instead of making it while the last one failed shortly before."""
        with self._lock:
            if self.is_broken:
                if self._time() < self._closed_until:
                    raise CacheAway("the cache failed a moment ago")
                self._closed_until = self._time() + self._pause  # this call tries; the others wait for what it finds
        try:
            yield
        except (RedisError, OSError) as failed:
            self._note_failure(failed)
            raise
        if self.is_broken:
            logger.warning("The cache answers again")
            self.is_broken = False

    def _note_failure(self, failed: Exception) -> None:
        with self._lock:
            if not self.is_broken:
                logger.warning("The cache does not answer, and is left alone for %s seconds: %r", self._pause, failed)
            self.is_broken, self._closed_until = True, self._time() + self._pause


class PatientCache(RedisCache):
    """Django's, with a circuit breaker around each call that pages make."""

    breaker = CircuitBreaker()

    def add(self, *args: Any, **kwargs: Any) -> Any:
        with self.breaker.guard():
            return super().add(*args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        with self.breaker.guard():
            return super().get(*args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        with self.breaker.guard():
            return super().get_many(*args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        with self.breaker.guard():
            super().set(*args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        with self.breaker.guard():
            return super().incr(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        with self.breaker.guard():
            return super().delete(*args, **kwargs)
