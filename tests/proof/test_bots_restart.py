"""Bots in real processes: a worker that is killed in the midst of a turn, its children, and two workers at once."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAKE = """
from games.lobby.start import Agreement, NewPlayer, new_secret, start_game
for kind in ("marabunta", "mabula") * 3:
    players = NewPlayer(bot="worker"), NewPlayer(bot="larva")
    sealed = new_secret()
    start_game(agreement=Agreement(kind, {}), players=players, is_public=True, sealed=sealed)
"""


@pytest.fixture
def site(tmp_path):
    """A database of its own, with three games of each kind between two bots."""
    site = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    site |= {"DJANGO_SETTINGS_MODULE": "marabunta_site.settings", "DATA_DIR": str(tmp_path), "DEBUG": "true"}
    site |= {"BOT_FIRST_PAUSE": "0.05", "BOT_PAUSE": "0.05", "BOT_SECONDS": "0.1"}
    manage(site, "migrate", "--verbosity", "0")
    manage(site, "shell", "--no-imports", "--command", MAKE)
    return site


def manage(site, *arguments):
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=site, check=True, capture_output=True, text=True).stdout


@contextmanager
def working(site):
    process = subprocess.Popen([sys.executable, "manage.py", "worker"], cwd=ROOT, env=site)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def heads(site):
    with closing(sqlite3.connect(Path(site["DATA_DIR"]) / "db.sqlite3", timeout=20)) as rows:
        return rows.execute("SELECT head, status FROM games_game ORDER BY id").fetchall()


def wait_until(is_so, seconds=90):
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it does not come to that"
        time.sleep(0.05)


def moves_made(site):
    return sum(head for head, _ in heads(site))


def children_of(pid):
    """The processes that a process has started, as Linux lists them by its threads; a list is gone with its thread."""
    children = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):
            children += [int(child) for child in (task / "children").read_text().split()]
    return children


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux for the children of a process")
def test_games_go_on_whatever_is_killed_and_nothing_is_left_behind(site):
    begun = moves_made(site)
    with working(site) as first:
        wait_until(lambda: moves_made(site) > begun + 5)
        for child in children_of(first.pid):  # who thinks is shot
            os.kill(child, signal.SIGKILL)
        seen = moves_made(site)
        wait_until(lambda: moves_made(site) > seen + 5)
        left = children_of(first.pid)
        assert left
        first.kill()
        first.wait(30)
        wait_until(lambda: not any(map(is_alive, left)), seconds=20)
    seen = moves_made(site)
    with working(site) as second, working(site) as third:
        wait_until(lambda: moves_made(site) > seen + 20)
        wait_until(lambda: children_of(second.pid) and children_of(third.pid))  # both have begun to think
        left = children_of(second.pid) + children_of(third.pid)
    assert (second.returncode, third.returncode) == (0, 0)
    wait_until(lambda: not any(map(is_alive, left)), seconds=20)
    counts = json.loads(manage(site, "verify_games", "--json").splitlines()[-1])
    assert counts["faults"] == 0
