"""Players who never give up, at a site whose only process is killed again and again.

Each sends an act and, when the answer is lost, sends it again with the same key until there is one. They know no
more than a browser does: the position comes from the site itself.
"""

import http.client
import json
import random
import secrets
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import Any

from games import kinds
from games.contract import Seat
from tests.luck import dice
from tests.proof.server import Browser, Nursery, Site
from tests.with_services import free_port

PLAYERS = 6
Key = tuple[int, Seat, str]


@dataclass
class Figures:
    kills: int = 0
    requests: int = 0
    cut: int = 0  # requests whose answer was lost to a kill
    in_vain: int = 0  # requests that found nobody at home
    acknowledged: dict[Key, str] = field(default_factory=dict)  # the move of every act answered 303
    sent_again: dict[Key, float] = field(default_factory=dict)  # when those were sent that needed more than one try
    stale: int = 0
    unexpected: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        counts = {name: value for name, value in vars(self).items() if isinstance(value, int | float)}
        return json.dumps(counts | {"acknowledged": len(self.acknowledged), "sent_again": len(self.sent_again)})


class Chaos:
    def __init__(self, site: Site, *, kills: int, sessions: dict[str, str], games: Sequence[int]) -> None:
        self.kills = kills
        self.sessions = {Seat(int(number)): session for number, session in sessions.items()}
        self.port = free_port()
        self.nursery = Nursery(site, self.port)
        self.waiting = list(games)
        self.tables: list[int] = []
        self.is_over = threading.Event()
        self.is_given_up = threading.Event()  # there is no server any more
        self.lock = threading.Lock()
        self.figures = Figures()

    def run(self) -> Figures:
        start = time.monotonic()
        luck = dice(9)
        players = [threading.Thread(target=self._play, args=(number,)) for number in range(PLAYERS)]
        try:
            self.nursery.start()
            for player in players:
                player.start()
            for _ in range(self.kills):
                time.sleep(luck.uniform(0.05, 0.6))
                self.nursery.kill()
                self.figures.kills += 1
                self.nursery.start()
        except BaseException:
            self.is_given_up.set()
            raise
        finally:
            self.is_over.set()
            for player in players:
                player.join()
            self.nursery.stop()
        self.figures.seconds = round(time.monotonic() - start, 1)
        return self.figures

    def _play(self, number: int) -> None:
        """Two players share a table and act for whoever is to move, so that they are often in each other's way."""
        luck = dice(number)
        with ExitStack() as open_ones:
            browsers = {
                seat: open_ones.enter_context(closing(Browser(self.port, session)))
                for seat, session in self.sessions.items()
            }
            while not self.is_over.is_set():
                game = self._table(number // 2)
                try:
                    status, content = browsers[Seat.ONE].get(f"/games/{game}/record.json")
                except (OSError, http.client.HTTPException) as lost:
                    self._count_lost(lost)
                    continue
                if self._is_expected(status == 200, f"GET {status}"):
                    self._move(browsers, game, json.loads(content), luck)

    def _move(self, browsers: dict[Seat, Browser], game: int, record: dict[str, Any], luck: random.Random) -> None:
        rules = kinds.get(record["kind"]).rules
        state = rules.fold(rules.initial(record["options"]), record["moves"])
        seat = rules.actor(state)
        if not isinstance(seat, Seat):
            self._leave(game)
            return
        move, key = luck.choice(rules.legal(state)), secrets.token_hex(8)
        fields = {"act": "move", "move": move, "seen": len(record["moves"]), "key": key, "sure": "1"}
        tries = 0
        while True:
            tries += 1
            sent = time.time()
            try:
                status, _ = browsers[seat].post(f"/games/{game}/act/", fields)
                break
            except (OSError, http.client.HTTPException) as lost:
                self._count_lost(lost)
                if self.is_given_up.is_set():
                    return
        self._is_expected(status in (303, 409), f"POST {status} to {fields}")
        with self.lock:
            self.figures.requests += 1
            if status == 303:
                self.figures.acknowledged[game, seat, key] = move
                if tries > 1:
                    self.figures.sent_again[game, seat, key] = sent
            self.figures.stale += status == 409

    def _table(self, number: int) -> int:
        with self.lock:
            while len(self.tables) <= number:
                self.tables.append(self.waiting.pop())
            return self.tables[number]

    def _leave(self, game: int) -> None:
        """The game is over; the first of its players to see that fetches another."""
        with self.lock:
            if game in self.tables:
                self.tables[self.tables.index(game)] = self.waiting.pop()

    def _count_lost(self, lost: Exception) -> None:
        with self.lock:
            self.figures.requests += 1
            if isinstance(lost, ConnectionRefusedError):
                self.figures.in_vain += 1
            else:
                self.figures.cut += 1
        time.sleep(0.02)

    def _is_expected(self, is_expected: bool, what: str) -> bool:
        if not is_expected:
            with self.lock:
                self.figures.unexpected.append(what)
        return is_expected
