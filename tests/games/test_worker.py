"""The worker: what happens without anybody asking, and that nothing stops it but who may."""

import os
import signal
import sqlite3
import subprocess
import sys
import time as real_time
from contextlib import closing
from pathlib import Path
from threading import Event as Flag
from threading import Thread

import pytest
from django.db import connections

from games import worker
from games.live import wakeups
from games.models import Pulse

pytestmark = pytest.mark.django_db


def test_a_job_that_fails_does_not_keep_the_others_waiting_and_its_failure_is_logged(monkeypatch, caplog):
    done = []
    monkeypatch.setattr(connections, "close_all", lambda: done.append("closed"))  # the test's own connection stays

    def fails() -> float:
        raise RuntimeError("out of paper")

    monkeypatch.setattr(worker, "JOBS", (fails, lambda: done.append("second"), lambda: 7.0))
    assert worker.run_jobs(worker.JOBS) == 7.0
    assert done == ["second", "closed"]
    assert "out of paper" in caplog.text


def test_the_worker_sleeps_as_long_as_its_most_impatient_job_allows_and_never_longer_than_a_minute(monkeypatch):
    monkeypatch.setattr(connections, "close_all", lambda: None)
    for wishes, sleep in (((3.0, 20.0), 3.0), ((None, None), 60.0), ((900.0,), 60.0), ((-5.0,), 0.05)):
        monkeypatch.setattr(worker, "JOBS", tuple(lambda wish=wish: wish for wish in wishes))
        assert worker.run_jobs(worker.JOBS) == sleep


def test_waking_the_worker_gives_it_a_round_at_once_and_stopping_it_ends_it(monkeypatch):
    rounds, stop = Flag(), Flag()

    def one_round(*_) -> float:
        rounds.set()
        return 60.0

    monkeypatch.setattr(worker, "run_jobs", one_round)
    thread = Thread(target=worker.run, args=(stop,))
    thread.start()
    for _ in range(3):
        assert rounds.wait(5)
        rounds.clear()
        wakeups.wake_worker()
    stop.set()
    wakeups.wake_worker()
    thread.join(5)
    assert not thread.is_alive()


def test_no_mail_waits_for_another_loop(monkeypatch):
    monkeypatch.setattr(connections, "close_all", lambda: None)
    stop, go_on, is_busy, is_sent, wake = (Flag() for _ in range(5))

    def settles_a_thousand_games() -> None:
        is_busy.set()
        go_on.wait(10)

    assert not set(worker.MAILS) & set(worker.CLOCKS + worker.HOUSEKEEPING)
    loops = [
        Thread(target=worker.run, args=(stop, (settles_a_thousand_games,), wake)),
        Thread(target=worker.run, args=(stop, (is_sent.set,))),
    ]
    for loop in loops:
        loop.start()
    assert is_busy.wait(5)
    for _ in range(3):
        is_sent.clear()
        wakeups.wake_worker()
        assert is_sent.wait(5)
    for flag in (stop, go_on, wake):
        flag.set()
    wakeups.wake_worker()
    for loop in loops:
        loop.join(5)
        assert not loop.is_alive()


def test_a_round_sees_to_time(timed, time, monkeypatch):
    monkeypatch.setattr(connections, "close_all", lambda: None)
    Pulse.objects.create(pk=1, at=time.now, since=time.now)
    game = timed("3d", moves=12)
    for _ in range(7 * 24):
        time.passes(hours=1)
        worker.run_jobs(worker.JOBS)
    game.refresh_from_db()
    assert game.decided == "timeout"


def pulses(folder: Path) -> int:
    """How many workers have shown that they live, in the database of a site of its own."""
    with closing(sqlite3.connect(folder / "db.sqlite3", timeout=20)) as rows:
        (count,) = rows.execute("SELECT count(*) FROM games_pulse").fetchone()
    return int(count)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_the_command_works_until_it_is_told_to_stop(tmp_path, ending):
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    environment |= {"DJANGO_SETTINGS_MODULE": "marabunta_site.settings", "DATA_DIR": str(tmp_path), "DEBUG": "true"}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], env=environment, check=True)
    process = subprocess.Popen([sys.executable, "manage.py", "worker"], env=environment, stderr=subprocess.PIPE)
    deadline = real_time.monotonic() + 60
    while not pulses(tmp_path) and real_time.monotonic() < deadline:
        real_time.sleep(0.05)
    process.send_signal(ending)
    _, complaints = process.communicate(timeout=30)
    assert (process.returncode, complaints) == (0, b"")
