"""Waking the loops of other processes over a real Redis that dies, comes back, and stands still."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from threading import Event, Thread

import pytest

from games.live import wakeups
from tests.private_redis import needs_redis, private_redis

pytestmark = needs_redis
LIMIT = 30  # seconds, for whatever takes a moment

ELSEWHERE = """
import django
django.setup()
from games.live import wakeups
wakeups.wake_{loop}()
"""


@pytest.fixture
def redis(settings):
    with private_redis() as server:
        settings.REDIS_URL = server.url
        yield server


@contextmanager
def listening():
    """A process with both loops, which has looked for everything once."""
    stop = Event()
    clear()
    thread = Thread(target=wakeups.listen, args=(stop,))
    thread.start()
    try:
        assert wakeups.BOTS.wait(LIMIT) and wakeups.WORKER.wait(LIMIT), "on subscribing it looks for everything"
        clear()
        yield
    finally:
        stop.set()
        thread.join(LIMIT)
        assert not thread.is_alive()


def clear():
    wakeups.BOTS.clear()
    wakeups.WORKER.clear()


def wake_from_another_process(redis, loop):
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment |= {"DJANGO_SETTINGS_MODULE": "marabunta_site.settings", "DEBUG": "true", "REDIS_URL": redis.url}
    subprocess.run([sys.executable, "-c", ELSEWHERE.format(loop=loop)], env=environment, check=True)


@pytest.mark.parametrize(("loop", "event", "other"), [("bots", "BOTS", "WORKER"), ("worker", "WORKER", "BOTS")])
def test_a_loop_hears_another_process_which_may_end_at_once(redis, loop, event, other):
    with listening():
        wake_from_another_process(redis, loop)
        assert getattr(wakeups, event).wait(LIMIT)
        assert not getattr(wakeups, other).is_set()


def test_once_redis_is_back_it_looks_for_everything_and_hears_again(redis, caplog):
    with listening():
        redis.kill()
        wakeups.wake_bots()
        assert wakeups.BOTS.is_set(), "in this process it needs no Redis"
        until(lambda: "A wake-up was lost" in caplog.text and "cannot be heard" in caplog.text)
        clear()
        redis.start()
        assert wakeups.BOTS.wait(LIMIT) and wakeups.WORKER.wait(LIMIT)
        clear()
        wake_from_another_process(redis, "worker")
        assert wakeups.WORKER.wait(LIMIT)


def test_nobody_waits_for_a_redis_that_stands_still(redis, caplog):
    with redis.standing_still():
        for _ in range(100):
            wakeups.wake_worker()
            wakeups.wake_bots()
        until(lambda: not wakeups._publisher._is_running)
    assert 1 < caplog.text.count("A wake-up was lost") < 20, "the same wake-up is pending once, not a hundred times"


def test_without_redis_nothing_is_published_and_nothing_listened_to(settings, monkeypatch):
    settings.REDIS_URL = ""
    monkeypatch.setattr(wakeups, "_client", lambda url: pytest.fail("there is no Redis"))
    clear()
    wakeups.wake_bots()
    wakeups.wake_worker()
    assert wakeups.BOTS.is_set() and wakeups.WORKER.is_set()
    wakeups.listen(Event())


def until(is_so):
    deadline = time.monotonic() + LIMIT
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)
