"""A move against the end of its time, in processes of their own and on a real database: one of them wins, each time."""

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tests.proof.server import ROOT, Site, new_site, serving

DATABASE = "PostgreSQL" if os.environ.get("TEST_SERVICES") else "SQLite"
USUAL = {"PostgreSQL": "500", "SQLite": "200"}[DATABASE]  # SQLite has one writer at a time: fewer show as much there
RACES = int(os.environ.get("TIMEOUT_RACES", USUAL))
KILLS, SETTLED = 6, 100
TOO_LATE = {
    "stale",
    "game-over",
    "time-is-left",
    "time-is-yours",
    "both-have-moved",
}  # what who comes second may be told


class Racer:
    """A process that does one thing in one game after the other, when told."""

    def __init__(self, site: Site, role: str) -> None:
        self.role = role
        command = [sys.executable, "-m", "tests.proof.racers", role]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(command, cwd=ROOT, env=site.environment, text=True, **pipes)  # type: ignore[call-overload]

    def say(self, word: object) -> None:
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def hear(self) -> str:
        return str(self.process.stdout.readline().strip())


@contextmanager
def racers(site: Site, *roles: str) -> Iterator[list[Racer]]:
    started = [Racer(site, role) for role in roles]
    try:
        yield started
    finally:
        for racer in started:
            racer.process.stdin.close()
            racer.process.wait(30)
            racer.process.stdout.close()


def race(one: Racer, two: Racer, games: Sequence[int]) -> Counter[str]:
    """Who won how often; both begin at the same moment, and the other of them hears it first each time."""
    won: Counter[str] = Counter()
    for number, game in enumerate(games):
        order = (one, two) if number % 2 else (two, one)
        for racer in order:
            racer.say(game)
        assert [racer.hear() for racer in order] == ["ready", "ready"]
        for racer in order:
            racer.say("go")
        answers = {racer.role: racer.hear() for racer in order}
        winners = [role for role, answer in answers.items() if answer == "accepted"]
        assert len(winners) == 1, (game, answers)
        assert {answer for answer in answers.values() if answer != "accepted"} <= TOO_LATE, (game, answers)
        won[winners[0]] += 1
    return won


def test_of_a_move_and_the_end_of_its_time_exactly_one_is_stored(capsys):
    with new_site() as site, racers(site, "mover", "claimer", "settler", "watcher") as processes:
        mover, claimer, settler, watcher = processes
        games = laid_out(site, RACES)
        started = time.monotonic()
        won = race(mover, claimer, games[: RACES // 2]) + race(mover, settler, games[RACES // 2 :])
        seconds = time.monotonic() - started
        with capsys.disabled():
            print(f"\n{RACES} races on {DATABASE} in {seconds:.1f} s, won by {dict(won)}")
        assert won.total() == RACES
        assert set(won) == {"mover", "claimer", "settler"}, "each of them wins some"
        over = won["claimer"] + won["settler"]
        assert asked(watcher) == {"over": over, "running": won["mover"], "endings": over}
        assert asked(watcher, "faults") == []


def test_a_worker_that_is_killed_again_and_again_leaves_nothing_half_done(capsys):
    with new_site() as site, racers(site, "watcher") as (watcher,):
        games = laid_out(site, SETTLED)
        settled: list[int] = []
        for kill in range(KILLS):
            before = asked(watcher)["over"]
            with worker(site):
                while before < len(games) and asked(watcher)["over"] == before:
                    time.sleep(0.002)
                time.sleep(0.002 * kill)  # and a moment longer, so that it is struck at many places
            settled.append(asked(watcher)["over"])
            assert asked(watcher, "faults") == []
        with worker(site):
            while asked(watcher)["running"]:
                time.sleep(0.05)
        with capsys.disabled():
            print(f"\n{KILLS} kills of the worker on {DATABASE}, {len(games)} games, settled by then: {settled}")
        assert asked(watcher) == {"over": len(games), "running": 0, "endings": len(games)}
        assert asked(watcher, "faults") == []
        assert settled[0] < len(games), "the first kill came in its midst"


def test_a_server_with_an_embedded_worker_settles_games_beside_its_pages_and_ends_without_complaint():
    with new_site() as plain:
        site = Site({**plain.environment, "WORKER": "embedded"})
        games = laid_out(site, 6)
        with racers(site, "watcher") as (watcher,), serving(site, processes=1):
            deadline = time.monotonic() + 60
            while asked(watcher)["running"] and time.monotonic() < deadline:
                time.sleep(0.05)
            assert asked(watcher)["over"] == len(games)
        assert site.errors() == ""


def laid_out(site: Site, count: int) -> list[int]:
    games: list[int] = json.loads(site.run("-m", "tests.proof.racers", "lay-out", str(count)))
    return games


def asked(watcher: Racer, what: str = "") -> Any:
    watcher.say(what)
    return json.loads(watcher.hear())


@contextmanager
def worker(site: Site) -> Iterator[None]:
    """A worker that is killed when one is done with it: no goodbye, no cleaning up."""
    process = subprocess.Popen([sys.executable, "manage.py", "worker"], cwd=ROOT, env=site.environment)
    try:
        yield
    finally:
        process.kill()
        process.wait(30)
