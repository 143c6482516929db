"""People who come and go for a long time: games are made, played and given up; sockets open, close and break off.

Meanwhile the memory of the server is read, again and again; what it grows by is the slope of a line through all of it.
"""

from __future__ import annotations

import json
import random
import secrets
import socket
import struct
import threading
import time
from collections import Counter
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path

from games import kinds
from games.contract import Seat
from tests.luck import dice
from tests.proof.server import Browser, Server
from tests.proof.test_sockets_age import Page

TABLES = 3
MOVES = 24  # of a game, until somebody resigns
LOOK = 2.0  # seconds from one reading of the memory to the next
WARM_UP = 0.5  # of the time: until caches are full
PAGES = ("/", "/lobby/", "/games/", "/notifications/", "/account/", "/rules/mabula/", "/people/ada/")


@dataclass
class Figures:
    games: int = 0
    moves: int = 0
    sockets: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    memory: list[tuple[float, float]] = field(default_factory=list)  # seconds since the start, megabytes
    seconds: float = 0.0

    @property
    def slope(self) -> float:
        """Megabytes an hour, after the warm-up."""
        return 3600 * slope_of([point for point in self.memory if point[0] > WARM_UP * self.seconds])

    def __str__(self) -> str:
        sizes = [size for _, size in self.memory]
        return json.dumps(
            {
                **{name: getattr(self, name) for name in ("games", "moves", "sockets", "seconds")},
                "statuses": {str(status): count for status, count in sorted(self.statuses.items())},
                "errors": len(self.errors),
                "megabytes": [round(sizes[0], 1), round(sizes[-1], 1), round(max(sizes), 1)],
                "megabytes_an_hour": round(self.slope, 2),
            }
        )


class Soak:
    def __init__(self, server: Server, *, minutes: float, sessions: dict[str, str]) -> None:
        self.server = server
        self.seconds = minutes * 60
        self.sessions = {Seat(int(number)): session for number, session in sessions.items()}
        self.figures = Figures()
        self.is_over = threading.Event()
        self.lock = threading.Lock()

    def run(self) -> Figures:
        began = time.monotonic()
        tables = [threading.Thread(target=self._sit, args=(number,)) for number in range(TABLES)]
        for table in tables:
            table.start()
        while (passed := time.monotonic() - began) < self.seconds:
            self.figures.memory.append((passed, memory_of(self.server.pid)))
            time.sleep(LOOK)
        self.is_over.set()
        for table in tables:
            table.join()
        self.figures.seconds = round(time.monotonic() - began, 1)
        return self.figures

    def _sit(self, number: int) -> None:
        luck = dice(number)
        with ExitStack() as open_ones:
            browsers = {
                seat: open_ones.enter_context(closing(Browser(self.server.port, session)))
                for seat, session in self.sessions.items()
            }
            while not self.is_over.is_set():
                try:
                    self._play(browsers, luck)
                except (OSError, HTTPException, AssertionError) as broken:
                    with self.lock:
                        self.figures.errors.append(repr(broken))

    def _play(self, browsers: dict[Seat, Browser], luck: random.Random) -> None:
        """One game from its invitation to its end."""
        one, two = browsers[Seat.ONE], browsers[Seat.TWO]
        self._post(one, "/invite/", {"kind": luck.choice(("mabula", "marabunta"))})
        token = one.location.split("/")[2]
        self._post(two, f"/challenges/{token}/accept/", {})
        game = int(two.location.split("/")[2])
        for _ in range(MOVES):
            with self._watching(game, luck):
                for _ in range(luck.randrange(1, 4)):
                    if self.is_over.is_set() or not self._move(browsers, game, luck):
                        break
                self._get(luck.choice((one, two)), luck.choice((*PAGES, f"/games/{game}/", f"/games/{game}/chat/")))
        self._post(luck.choice((one, two)), f"/games/{game}/act/", self._act("resign", 10**6), (303, 409, 422))
        with self.lock:
            self.figures.games += 1

    def _move(self, browsers: dict[Seat, Browser], game: int, luck: random.Random) -> bool:
        record = json.loads(self._get(browsers[Seat.ONE], f"/games/{game}/record.json"))
        rules = kinds.get(record["kind"]).rules
        state = rules.fold(rules.initial(record["options"]), record["moves"])
        actor, seen = rules.actor(state), len(record["moves"])
        if not isinstance(actor, Seat):
            return False
        fields = {**self._act("move", seen), "move": luck.choice(rules.legal(state))}
        players = [browsers[Seat.ONE], browsers[Seat.TWO]]
        if actor is Seat.TWO:
            players.reverse()
        path = f"/games/{game}/act/"
        status = self._post(players[0], path, fields, (303, 403, 409, 422))  # who sits where was drawn by lot
        if status != 303:
            status = self._post(players[1], path, fields, (303, 403, 409, 422))
        with self.lock:
            self.figures.moves += status == 303
        return True

    @staticmethod
    def _act(what: str, seen: int) -> dict[str, object]:
        return {"act": what, "seen": seen, "key": secrets.token_hex(8), "sure": "1"}

    def _watching(self, game: int, luck: random.Random) -> ExitStack:
        """Sockets of open pages: some are left politely, some break off."""
        pages = ExitStack()
        for seat in luck.sample([*self.sessions], luck.randrange(3)):
            page = pages.enter_context(Page(self.server.port, self.sessions[seat], game))
            assert next(page.signals())["game"] == game
            if luck.random() < 0.3:
                with suppress(OSError):
                    page.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            with self.lock:
                self.figures.sockets += 1
        return pages

    def _get(self, browser: Browser, path: str) -> bytes:
        status, content = browser.get(path)
        self._count(status, (200,), path)
        return content

    def _post(self, browser: Browser, path: str, fields: dict[str, object], right: tuple[int, ...] = (303,)) -> int:
        status, _ = browser.post(path, fields)
        self._count(status, right, path)
        return status

    def _count(self, status: int, right: tuple[int, ...], path: str) -> None:
        with self.lock:
            self.figures.statuses[status] += 1
        assert status in right, f"{path}: {status}"


def memory_of(pid: int) -> float:
    """What a process holds, in megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))


def slope_of(points: list[tuple[float, float]]) -> float:
    """Of the straight line that has the least squares of distances to the points."""
    if len(points) < 2:
        return 0.0
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    return sum((x - middle_x) * (y - middle_y) for x, y in points) / sum((x - middle_x) ** 2 for x, _ in points)
