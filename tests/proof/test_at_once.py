"""Mails leave and bots answer at once, in one process and across processes, long before anybody looks by themselves."""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from games import kinds
from games.contract import Seat
from games.worker import LONGEST_SLEEP
from tests.private_redis import needs_redis, private_redis
from tests.proof.server import ROOT, Asks, Browser, Site, new_site, serving

LIMIT = LONGEST_SLEEP / 2  # seconds: a machine that is busy may take its time, but the slow look would be too late
TURNS = 3  # the worker may find the first mail on its first look; it cannot find all of them in that way
DEBUG = {"DEBUG": "true", "BOT_FIRST_PAUSE": "0", "BOT_PAUSE": "0"}  # so that mails are files


@contextmanager
def one_process() -> Iterator[Site]:
    with new_site() as site:
        yield Site({**site.environment, **DEBUG, "REDIS_URL": "", "WORKER": "embedded"})


@contextmanager
def web_and_worker() -> Iterator[Site]:
    with new_site() as plain, private_redis() as redis:
        site = Site({**plain.environment, **DEBUG, "REDIS_URL": redis.url})
        with site.complaints.open("a") as complaints:
            worker = subprocess.Popen(
                [sys.executable, "manage.py", "worker"], cwd=ROOT, env=site.environment, stderr=complaints
            )
        try:
            yield site
        finally:
            worker.terminate()
            assert worker.wait(30) == 0


@pytest.mark.parametrize("running", [one_process, pytest.param(web_and_worker, marks=needs_redis)])
def test_a_mail_leaves_at_once_and_a_bot_answers_at_once(running):
    with ExitStack() as stack:
        site = stack.enter_context(running())
        people = site.peopled(games=1)
        (port,) = stack.enter_context(serving(site, processes=1))
        browsers = {Seat(int(seat)): Browser(port, session) for seat, session in people["sessions"].items()}
        for browser in browsers.values():
            stack.callback(browser.close)
        game = people["games"][-1]
        for _ in range(TURNS):
            before = mails_by_person(site)
            to = "ben@example.org" if play_turn(browsers, game) is Seat.ONE else "ada@example.org"
            wait_until(lambda to=to, count=before[to]: mails_by_person(site)[to] > count, site)
        answer = browsers[Seat.ONE].post("/play/", {"kind": "mabula", "bot": "larva", "seat": "1"})
        assert answer[0] == 303
        against_bot = game + 1
        for _ in range(TURNS):
            play_turn(browsers, against_bot)
            wait_until(lambda: to_move(browsers, against_bot) is Seat.ONE, site)


def play_turn(browsers: Mapping[Seat, Asks], game: int) -> Seat:
    """Moves of the seat to move, until one hands the turn over.

    The rules say which one does: by the time one asks the site, a quick bot may have answered already.
    """
    seat = to_move(browsers, game)
    while True:
        record, state, rules = position(browsers, game)
        move = rules.legal(state)[0]
        fields = {"act": "move", "move": move, "seen": len(record["moves"]), "key": time.monotonic_ns()}
        assert browsers[seat].post(f"/games/{game}/act/", fields)[0] == 303
        if rules.actor(rules.apply(state, move)) is not seat:
            return seat


def to_move(browsers: Mapping[Seat, Asks], game: int) -> Seat:
    _, state, rules = position(browsers, game)
    actor = rules.actor(state)
    assert isinstance(actor, Seat)
    return actor


def position(browsers: Mapping[Seat, Asks], game: int):
    status, content = browsers[Seat.ONE].get(f"/games/{game}/record.json")
    assert status == 200
    record = json.loads(content)
    rules = kinds.get(record["kind"]).rules
    return record, rules.fold(rules.initial(record["options"]), record["moves"]), rules


def mails_by_person(site: Site) -> Counter[str]:
    files = (Path(site.environment["DATA_DIR"]) / "outbox").glob("*.eml")
    return Counter(str(message_from_bytes(file.read_bytes(), policy=policy.default)["To"]) for file in files)


def wait_until(is_so, site: Site) -> None:
    deadline = time.monotonic() + LIMIT
    while not is_so():
        assert time.monotonic() < deadline, site.errors()
        time.sleep(0.05)
