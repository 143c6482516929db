"""Conflicting and repeated submits from many browsers at once, through several processes of the site.

``python -m tests.proof.storm 2000 8001,8002``, in a site's environment and with its people on the standard input.
Prints a line when half of the submits are sent and, at the end, what was answered, beside what the log says. A third
argument names a file in which each act stands as soon as it is acknowledged.
"""

import json
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TextIO

import django

django.setup()

from django.db import connection  # noqa: E402

from games import kinds  # noqa: E402
from games.contract import Seat  # noqa: E402
from games.models import Event, Game  # noqa: E402
from games.table import door, log  # noqa: E402
from games.table.door import Act  # noqa: E402
from tests.luck import dice  # noqa: E402
from tests.proof.server import Browser  # noqa: E402

BROWSERS = 16  # at once
TABLES = 6  # games that are played at a time


@dataclass(frozen=True)
class Submit:
    game: int
    seat: Seat
    act: str
    move: str
    seen: int
    key: str


@dataclass
class Figures:
    """What came of the storm."""

    requests: int = 0
    accepted: int = 0  # different acts answered 303
    repeated: int = 0  # answers 303 beyond the first for the same act
    stale: int = 0  # 409
    refused: int = 0  # 422
    server_errors: int = 0  # 5xx
    others: dict[str, int] = field(default_factory=dict)
    events: int = 0  # by seats, in the log
    unexplained: list[str] = field(default_factory=list)  # differences between the answers and the log
    seconds: float = 0.0


class Storm:
    def __init__(
        self,
        *,
        submits: int,
        ports: Sequence[int],
        sessions: dict[str, str],
        games: Sequence[int],
        acknowledged: TextIO | None = None,
    ) -> None:
        self.acknowledged = acknowledged
        self.left, self.half = submits, submits // 2
        self.ports = ports
        self.sessions = {Seat(int(number)): session for number, session in sessions.items()}
        self.waiting = list(games)
        self.answers: list[tuple[Submit, int | str]] = []
        self.lock = threading.Lock()
        self.own = threading.local()
        self.browsers = ThreadPoolExecutor(BROWSERS)

    def run(self) -> Figures:
        start = time.perf_counter()
        tables = [threading.Thread(target=self._play_games, args=(number,)) for number in range(TABLES)]
        for table in tables:
            table.start()
        for table in tables:
            table.join()
        self.browsers.shutdown()
        return self._figures(time.perf_counter() - start)

    def _play_games(self, number: int) -> None:
        """One game after the other, each in volleys of submits, until enough were sent."""
        luck = dice(number)
        try:
            while game := self._next_game():
                volley = Volley(game, luck)
                while submits := self._granted(volley.next()):
                    statuses = list(self.browsers.map(self._send, submits))
                    volley.note(submits, statuses)
        finally:
            connection.close()

    def _next_game(self) -> int | None:
        with self.lock:
            if not self.left:
                return None
            assert self.waiting, "too few games for so many submits"
            return self.waiting.pop()

    def _granted(self, submits: list[Submit]) -> list[Submit]:
        with self.lock:
            granted = submits[: self.left]
            was_first_half = self.left > self.half
            self.left -= len(granted)
            if was_first_half and self.left <= self.half:
                print("half", flush=True)
            return granted

    def _send(self, submit: Submit) -> int | str:
        if not hasattr(self.own, "browsers"):
            self.own.luck = dice(len(self.answers))
            self.own.browsers = {
                (port, seat): Browser(port, session) for port in self.ports for seat, session in self.sessions.items()
            }
        port = self.own.luck.choice(self.ports)
        fields = {"act": submit.act, "move": submit.move, "seen": submit.seen, "key": submit.key, "sure": "1"}
        answer: int | str
        try:
            answer, _ = self.own.browsers[port, submit.seat].post(f"/games/{submit.game}/act/", fields)
        except Exception as broken:
            answer = type(broken).__name__
        with self.lock:
            self.answers.append((submit, answer))
            if self.acknowledged and answer == 303:
                print(json.dumps([submit.game, submit.seat, submit.key]), file=self.acknowledged, flush=True)
        return answer

    def _figures(self, seconds: float) -> Figures:
        statuses = Counter(status for _, status in self.answers)
        yes = {(it.game, it.seat, it.key): it for it, status in self.answers if status == 303}
        stored = {(event.game_id, Seat(event.seat), event.key): event for event in Event.objects.all() if event.seat}
        differences = [f"{it} was answered 303 and is not there" for key, it in yes.items() if key not in stored]
        differences += [f"{key} is there and was never answered 303" for key in stored.keys() - yes.keys()]
        differences += [
            f"{it} is there as {stored[key].act} {stored[key].text}"
            for key, it in yes.items()
            if key in stored and (stored[key].act, stored[key].text) != (it.act, it.move)
        ]
        return Figures(
            requests=len(self.answers),
            accepted=len(yes),
            repeated=statuses[303] - len(yes),
            stale=statuses[409],
            refused=statuses[422],
            server_errors=sum(count for status, count in statuses.items() if isinstance(status, int) and status >= 500),
            others={
                str(status): count
                for status, count in statuses.items()
                if status not in (303, 409, 422) and not (isinstance(status, int) and status >= 500)
            },
            events=Event.objects.filter(seat__isnull=False).count(),
            unexplained=differences,
            seconds=round(seconds, 1),
        )


class Volley:
    """Everything that can be sent about one position: an act several times, its rivals, and what comes too late."""

    def __init__(self, game: int, luck: random.Random) -> None:
        self.pk = game
        self.luck = luck
        self.number = 0
        self.accepted: list[Submit] = []
        self.too_late: list[Submit] = []

    def next(self) -> list[Submit]:
        """In the order in which they are sent; none when the game is over."""
        game = Game.objects.get(pk=self.pk)
        if game.to_move is None:
            return []
        position = log.position(game)
        seat, head = Seat(game.to_move), game.head
        legal = kinds.get(game.kind).rules.legal(position.state)
        acts = [act for act in door.possible_acts(game, position, seat) if act in (Act.UNDO, Act.OFFER_DRAW)]

        def submit(move: str, *, seat: Seat = seat, seen: int = head, act: Act = Act.MOVE) -> Submit:
            self.number += 1
            return Submit(game.pk, seat, act.value, move, seen, f"storm-{game.pk}-{self.number}")

        same = submit(self.luck.choice(legal))
        volley = [same, same, same]
        volley += [submit(self.luck.choice(legal)) for _ in range(3)]  # rivals
        volley += [submit(self.luck.choice(legal), seen=self.luck.randrange(head)) for _ in range(2)]  # saw less
        volley += [submit(self.luck.choice(legal), seat=seat.other), submit("no such move")]
        if acts and self.luck.random() < 0.3:
            volley.append(submit("", act=self.luck.choice(acts)))
        if self.accepted:
            again = self.luck.choice(self.accepted)
            other = self.luck.choice(legal)
            volley.append(again)
            volley.append(Submit(again.game, again.seat, "move", other, head, again.key))  # the key of something else
        if self.too_late:
            late = self.luck.choice(self.too_late)
            volley.append(Submit(late.game, late.seat, late.act, late.move, head, late.key))  # once more, all seen
        self.luck.shuffle(volley)
        return volley

    def note(self, submits: Sequence[Submit], statuses: Sequence[int | str]) -> None:
        for submit, status in zip(submits, statuses, strict=True):
            if status == 303 and submit not in self.accepted:
                self.accepted.append(submit)
        keys = {submit.key for submit in self.accepted}
        self.too_late = [
            submit for submit, status in zip(submits, statuses, strict=True) if status == 409 and submit.key not in keys
        ]


if __name__ == "__main__":
    ports = [int(port) for port in sys.argv[2].split(",")]
    with Path(sys.argv[3] if len(sys.argv) > 3 else os.devnull).open("w") as acknowledged:
        storm = Storm(submits=int(sys.argv[1]), ports=ports, acknowledged=acknowledged, **json.load(sys.stdin))
        print(json.dumps(asdict(storm.run())))
