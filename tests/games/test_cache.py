"""A Redis that hangs or is dead, as a cache: pages do not wait for it, and it is tried again now and then."""

import re
import time
from pathlib import Path

import pytest
from redis import RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

from accounts import limits
from marabunta_site.cache import CacheAway, CircuitBreaker, PatientCache
from tests.private_redis import needs_redis, private_redis


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def failing():
    raise ConnectionResetError("gone")


def ask(breaker, call=lambda: None):
    with breaker.guard():
        call()


def test_after_a_failure_nothing_is_asked_for_a_while_and_then_one_call_tries():
    clock = Clock()
    breaker = CircuitBreaker(10, clock)
    with pytest.raises(ConnectionResetError):
        ask(breaker, failing)
    with pytest.raises(CacheAway):
        ask(breaker, failing)
    clock.now += 11
    with pytest.raises(ConnectionResetError):
        ask(breaker, failing)
    with pytest.raises(CacheAway):
        ask(breaker)
    clock.now += 11
    ask(breaker)
    ask(breaker)


def test_while_one_call_tries_the_others_do_not_wait_for_it():
    clock = Clock()
    breaker = CircuitBreaker(10, clock)
    with pytest.raises(ConnectionResetError):
        ask(breaker, failing)
    clock.now += 11

    def other_one():
        with pytest.raises(CacheAway):
            ask(breaker)

    ask(breaker, other_one)
    ask(breaker)


@needs_redis
def test_limits_wait_once_for_a_redis_that_hangs_and_count_again_when_it_is_back(monkeypatch, settings):
    settings.LIMITS = {"form": "3/h, 9/d"}
    with private_redis() as server:
        options = {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": Retry(NoBackoff(), 0)}
        cache = PatientCache(server.url, {"OPTIONS": options})
        monkeypatch.setattr(PatientCache, "breaker", CircuitBreaker(pause=1.5))
        monkeypatch.setattr(limits, "cache", cache)
        assert [limits.consume("form", "somebody") for _ in range(4)] == [True, True, True, False]
        with server.standing_still():
            start = time.monotonic()
            assert all(limits.consume("form", "somebody") for _ in range(50))
            assert time.monotonic() - start < 4, "a hundred waits of a second it would have been"
            with pytest.raises((RedisError, CacheAway)):
                cache.get("x")
        time.sleep(1.6)
        assert not limits.consume("form", "somebody")


def test_every_call_that_the_site_makes_is_guarded():
    """One that is not would wait a second for a Redis that hangs, each time."""
    sources = [
        file.read_text() for room in ("accounts", "games", "marabunta_site") for file in Path(room).rglob("*.py")
    ]
    calls = {name for source in sources for name in re.findall(r"\bcache\.(\w+)\(", source)}
    assert {"get", "set", "incr", "aset"} <= calls
    assert calls - {"aset"} <= vars(PatientCache).keys(), "aset is set, in a thread"
