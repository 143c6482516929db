"""The threads of a process write to SQLite one after the other, in the order in which they came."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from django.db import OperationalError
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.transaction import Atomic
from django.db.utils import ConnectionHandler

from marabunta_site.queued_sqlite import base
from marabunta_site.queued_sqlite.queue import Queue

LONG = 30  # seconds that nothing here takes


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Queue:
    """Of this test alone."""
    queue = Queue()
    monkeypatch.setattr(base, "WRITERS", queue)
    return queue


@pytest.fixture
def database(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    queue: Queue,
    django_db_blocker: Any,
    request: pytest.FixtureRequest,
) -> Iterator[Path]:
    """Another than that of the tests, for which one waits so long."""
    path = tmp_path / "numbers.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.executescript("PRAGMA journal_mode=WAL; CREATE TABLE numbers (number INTEGER UNIQUE)")
    options = {"transaction_mode": "IMMEDIATE", "timeout": getattr(request, "param", LONG)}
    handler = ConnectionHandler(
        {"default": {"ENGINE": "marabunta_site.queued_sqlite", "NAME": str(path), "OPTIONS": options}}
    )
    monkeypatch.setattr("django.db.transaction.connections", handler)
    with django_db_blocker.unblock():
        yield path
        handler.close_all()


def connection() -> Any:
    from django.db import transaction  # noqa: PLC0415 - the handler of the fixture

    return transaction.get_connection()


def atomic() -> Atomic:
    return Atomic(using=None, savepoint=True, durable=False)


def insert(number: int) -> None:
    connection().cursor().execute("INSERT INTO numbers VALUES (%s)", [number])


def numbers(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as read:
        return [number for (number,) in read.execute("SELECT number FROM numbers ORDER BY rowid")]


def in_thread(work: Callable[[], object]) -> object:
    """Its result, from a thread with a connection of its own."""

    def run() -> object:
        try:
            return work()
        finally:
            connection().close()

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(run).result(LONG)


def write(number: int) -> None:
    with atomic():
        insert(number)


def fail_to_write(number: int) -> None:
    with atomic():
        insert(number)
        raise ValueError("within")


def until(is_so: Callable[[], bool]) -> None:
    begin = time.monotonic()
    while not is_so():
        assert time.monotonic() < begin + LONG
        time.sleep(0.001)


def test_who_comes_first_is_served_first(queue: Queue) -> None:
    served: list[int] = []

    def serve(number: int) -> None:
        assert queue.enter(LONG)
        served.append(number)
        queue.leave()

    assert queue.enter(LONG)
    with ThreadPoolExecutor(10) as threads:
        waiting: list[Future[None]] = []
        for number in range(10):
            waiting.append(threads.submit(serve, number))
            until(lambda: len(queue._waiting) == len(waiting))
        queue.leave()
    assert served == list(range(10))
    assert queue.enter(0), "and then the queue is empty"


def test_who_does_not_want_to_wait_any_more_leaves_the_queue_to_others(queue: Queue) -> None:
    assert queue.enter(LONG)
    assert not queue.enter(0.01)
    queue.leave()
    assert queue.enter(0)


def test_writers_of_one_process_write_in_the_order_in_which_they_came(database: Path, queue: Queue) -> None:
    with ThreadPoolExecutor(10) as threads:
        with atomic():
            insert(0)
            waiting: list[Future[object]] = []
            for number in range(1, 11):
                waiting.append(threads.submit(in_thread, partial(write, number)))
                until(lambda: len(queue._waiting) == len(waiting))
        for done in waiting:
            done.result(LONG)
    assert numbers(database) == list(range(11))


def test_what_is_nested_waits_for_nobody(database: Path) -> None:
    with atomic():
        insert(1)
        with atomic():
            insert(2)
        with pytest.raises(ValueError, match="within"):
            fail_to_write(3)
        insert(4)
    assert numbers(database) == [1, 2, 4]
    in_thread(lambda: write(5))


def test_what_follows_a_commit_may_write_and_others_may_meanwhile(database: Path) -> None:
    with atomic():
        insert(1)
        connection().on_commit(lambda: in_thread(lambda: write(2)))
        connection().on_commit(lambda: write(3))
    assert numbers(database) == [1, 2, 3]


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_thread_that_fails_lets_the_next_one_in(database: Path, failure: type[BaseException]) -> None:
    def fail() -> None:
        with atomic():
            insert(1)
            raise failure

    with pytest.raises(failure):
        in_thread(fail)
    write(2)
    assert numbers(database) == [2]


def test_a_connection_that_is_closed_in_a_transaction_lets_the_next_one_in(database: Path) -> None:
    def close() -> None:
        with atomic():
            insert(1)
            connection().close()

    in_thread(close)
    write(2)
    assert numbers(database) == [2]


def test_a_commit_that_fails_lets_the_next_one_in(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        own = connection()

        def commit() -> None:
            raise OperationalError("disk I/O error")

        own.ensure_connection()
        monkeypatch.setattr(DatabaseWrapper, "_commit", lambda _self: commit())
        write(1)

    with pytest.raises(OperationalError, match="disk"):
        in_thread(fail)
    monkeypatch.undo()
    assert not numbers(database)


@pytest.mark.parametrize("database", [0.2], indirect=True)
def test_who_waits_for_another_process_in_vain_lets_the_next_one_in(database: Path) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            write(1)
        other.execute("ROLLBACK")
    write(2)
    assert numbers(database) == [2]


@pytest.mark.parametrize("database", [0.2], indirect=True)
def test_who_waits_in_vain_is_told_what_sqlite_would_tell(database: Path, queue: Queue) -> None:
    is_in, may_go = Event(), Event()

    def stay() -> None:
        with atomic():
            is_in.set()
            assert may_go.wait(LONG)
        connection().close()

    with ThreadPoolExecutor(1) as threads:
        staying = threads.submit(stay)
        assert is_in.wait(LONG)
        with pytest.raises(OperationalError, match="locked"):
            write(1)
        may_go.set()
        staying.result(LONG)
    write(2)
    assert numbers(database) == [2]
