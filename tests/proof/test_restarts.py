"""Web processes that are told to end while people play, one after the other: nobody behind the proxy reads of it."""

import os
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial

import pytest

from games.contract import Seat
from tests.proof.nginx import needs_nginx, proxy
from tests.proof.server import Browser, Server, Site, new_site, wait_until_it_answers
from tests.proof.test_at_once import play_turn, position
from tests.proof.test_sockets_age import Page
from tests.with_services import free_port

RESTARTS = int(os.environ.get("RESTARTS", "20"))
SECONDS = 10  # in which a process ends, whatever it is doing
GOING_AWAY = 4001
READERS = ("/", "/lobby/", "/games/{game}/", "/rules/mabula/")


@needs_nginx
@pytest.mark.one_database
def test_nobody_notices_twenty_restarts_and_none_of_them_hangs():
    with ExitStack() as stack:
        site = stack.enter_context(new_site())
        people = site.peopled(games=15)
        sessions = {Seat(int(seat)): session for seat, session in people["sessions"].items()}
        servers = stack.enter_context(two_servers(site))
        port, answers = stack.enter_context(proxy([server.port for server in servers]))
        wait_until_it_answers(port)
        crowd = Crowd(port, sessions, people["games"])
        with crowd.at_work():
            for number in range(RESTARTS):
                server = servers[number % 2]
                start = time.monotonic()
                assert server.stop() == 0, site.errors()  # 1: it did not come to its end by itself
                assert time.monotonic() - start < SECONDS * busyness()
                server.start()
        statuses = Counter(line.split()[0] for line in answers.read_text().splitlines())
        assert not crowd.faults
        assert not [status for status in statuses if status >= "500"], statuses
        assert statuses["303"] > RESTARTS and statuses["101"] > 4, "moves were made, and sockets opened"
        assert {*crowd.closed} == {GOING_AWAY}
        assert "Traceback" not in site.errors()
        assert site.verified()["faults"] == 0


@contextmanager
def two_servers(site: Site) -> Iterator[list[Server]]:
    """One of them with the worker's loops."""
    servers: list[Server] = []
    try:
        for worker in ("embedded", "off"):
            servers.append(
                Server(Site({**site.environment, "WORKER": worker, "EMAIL_URL": "dummymail://"}), free_port())
            )
            wait_until_it_answers(servers[-1].port)
        yield servers
    finally:
        for server in servers:
            server.stop()


def busyness() -> float:
    """How many times as long everything takes on a machine that others keep busy."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def is_running(browsers: dict[Seat, Browser], game: int) -> bool:
    _, state, rules = position(browsers, game)
    return isinstance(rules.actor(state), Seat)


class Crowd:
    """Some read pages, two play, some have a page open with a socket."""

    def __init__(self, port: int, sessions: dict[Seat, str], games: list[int]) -> None:
        self.port, self.sessions, self.games = port, sessions, games
        self.faults: list[str] = []
        self.closed: list[int | None] = []
        self._is_over = threading.Event()

    @contextmanager
    def at_work(self) -> Iterator[None]:
        tasks = [partial(self._read, address) for address in READERS]
        tasks += [partial(self._play), *[partial(self._watch)] * 4]
        threads = [threading.Thread(target=self._again_and_again, args=(task,), daemon=True) for task in tasks]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._is_over.set()
            for thread in threads:
                thread.join(5)  # who has a socket open may wait for it longer

    def _again_and_again(self, task) -> None:
        while not self._is_over.is_set():
            try:
                task()
            except Exception as fault:
                self.faults.append(repr(fault))
                time.sleep(0.2)

    def _read(self, address: str) -> None:
        with closing(Browser(self.port, self.sessions[Seat.ONE])) as browser:
            status, _ = browser.get(address.format(game=self.games[0]))
        assert status == 200, f"{address}: {status}"
        time.sleep(0.05)

    def _play(self) -> None:
        with ExitStack() as stack:
            browsers = {
                seat: stack.enter_context(closing(Browser(self.port, session)))
                for seat, session in self.sessions.items()
            }
            for game in self.games:
                while not self._is_over.is_set() and is_running(browsers, game):
                    play_turn(browsers, game)
                    time.sleep(0.05)

    def _watch(self) -> None:
        with Page(self.port, self.sessions[Seat.TWO], self.games[0]) as page:
            for _ in page.signals():
                pass
            if not self._is_over.is_set():
                self.closed.append(page.closed_with)
        time.sleep(0.5)
