"""Sends what the grammar draws to a real Daphne, and looks what becomes of it.

After each request, and after the frames of each socket, it looks which events there are more than before. Only a POST
that was accepted may have added some: one that was answered by a redirect, or for htmx by a new address in its place.
An act that a seat sent adds exactly one event with its key; none if that key was used before.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from tests.proof.fuzz_grammar import TOKEN, Grammar
from tests.proof.server import ROOT, Site

FRESH = 400  # inputs, after which there is a new cast
PATIENCE = 20.0  # seconds for an answer to what is a request
IMPATIENCE = 0.15  # for one to what may be none: a server waits for the rest of it
FRAMES = 12  # on one socket
LONGEST_LINE = 16_000  # bytes of a line of the head: on more Twisted hangs up without a word
ACT = re.compile(rb"POST /games/(\d+)/act/[ ?]")


class Event(NamedTuple):
    """What is asked of an event: of a game, by a seat, chance or a moderator; chance has no key."""

    game: int
    seat: int | None
    key: str | None


class Answer(NamedTuple):
    """The status, or what came instead of one; and where an accepted POST leads."""

    status: str
    leads_to: str = ""


@dataclass
class Figures:
    requests: int = 0
    frames: int = 0
    sockets: int = 0
    acts: int = 0  # of a seat that were accepted
    repeats: int = 0  # of them whose key was used before: they add nothing
    events: int = 0  # that were added, each by a POST that was accepted
    late: int = 0  # events by requests that were given up before they were answered
    statuses: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        return json.dumps({**asdict(self), "statuses": dict(sorted(self.statuses.items()))})


class Fuzz:
    def __init__(self, site: Site, port: int, *, seed: int) -> None:
        self.port = port
        self.figures = Figures()
        self.helper = subprocess.Popen(
            [sys.executable, "-m", "tests.proof.fuzz_cast"],
            cwd=ROOT,
            env=site.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.grammar = Grammar(random.Random(seed), **self._heard())
        self.casts = 0
        self.keys: set[tuple[int, bytes]] = set()  # that were used in a game of this cast
        self.unanswered: list[bytes] = []  # requests of this cast: they may be done later

    def run(self, *, requests: int, frames: int) -> Figures:
        began = time.monotonic()
        try:
            while self.figures.requests < requests or self.figures.frames < frames:
                self._recast()
                for _ in range(min(FRESH, requests - self.figures.requests)):
                    self._send_request()
                for _ in range(min(FRESH, frames - self.figures.frames) // FRAMES + 1):
                    if self.figures.frames < frames:
                        self._use_socket()
                        self._account(self._added(), "frames")
                self._account(self._added(), "nothing that was sent last")
        finally:
            self.helper.communicate(timeout=30)
        self.figures.seconds = round(time.monotonic() - began, 1)
        return self.figures

    def _recast(self) -> None:
        self.casts += 1
        self.keys.clear()
        self.unanswered.clear()
        self.grammar.cast = self._asked(str(self.casts))

    def _added(self) -> list[Event]:
        answer = self._asked("added")
        self.grammar.cast |= answer.get("standing", {})
        return [Event(*row) for row in answer["added"]]

    def _asked(self, line: str) -> Any:
        assert self.helper.stdin
        print(line, file=self.helper.stdin, flush=True)
        return self._heard()

    def _heard(self) -> Any:
        assert self.helper.stdout
        return json.loads(self.helper.stdout.readline())

    def _send_request(self) -> None:
        made = self.grammar.request()
        raw = made.encoded(self.port)
        must_answer = is_whole(raw)
        self.figures.requests += 1
        answer = self._answer(raw, made.method, PATIENCE if must_answer else IMPATIENCE)
        self.figures.statuses[answer.status] += 1
        is_unready = answer.status == "503" and made.path.startswith("/readyz")  # there is no worker: it says so
        is_lost = must_answer and answer.status in ("silence", "closed")
        if (answer.status.startswith("5") and not is_unready) or is_lost:
            self.figures.faults.append(f"{answer.status}: {raw[:1500]!r}")
        if answer.status == "silence":
            self.unanswered.append(unquote_to_bytes(raw))
        self._judge(raw, answer, self._added())

    def _judge(self, raw: bytes, answer: Answer, added: list[Event]) -> None:
        """Whether the events that were added are those that this request may add."""
        act = ACT.match(raw)
        if not (raw.startswith(b"POST ") and answer.leads_to):
            self._account(added, f"{answer.status}: {raw[:1500]!r}")
            return
        self.figures.events += len(added)
        by_seats = [(event.game, event.key.encode()) for event in added if event.seat and event.key]
        if act and answer.leads_to.startswith(f"/games/{int(act[1])}/"):
            self.figures.acts += 1
            game, text = int(act[1]), unquote_to_bytes(raw.replace(b"+", b" "))
            is_repeat = not added and any(key in text for known, key in self.keys if known == game)
            self.figures.repeats += is_repeat
            if not is_repeat and [known for known, _ in by_seats] != [game]:
                self.figures.faults.append(f"an accepted act added {added}: {raw[:1500]!r}")
        self.keys.update(by_seats)

    def _account(self, added: list[Event], for_what: str) -> None:
        """Events that nothing accepted has added: by a request that was given up, or else by a fault."""
        keys = [event.key.encode() for event in added if event.key]
        if added and self.unanswered and all(any(key in raw for raw in self.unanswered) for key in keys):
            self.figures.late += len(added)
        elif added:
            self.figures.faults.append(f"{added} added by {for_what}")

    def _answer(self, raw: bytes, method: str, patience: float) -> Answer:
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            try:
                with suppress(OSError):  # the server may answer and close before it has read everything
                    connection.sendall(raw)
                connection.settimeout(patience)
                answer = http.client.HTTPResponse(connection, method=method)
                answer.begin()
                if not answer.isclosed() and answer.status != 101:
                    answer.read()
                leads_to = answer.headers.get("HX-Replace-Url" if answer.status == 200 else "Location", "")
                return Answer(str(answer.status), leads_to if answer.status in (200, 303) else "")
            except TimeoutError:
                return Answer("silence")
            except (OSError, http.client.HTTPException):
                return Answer("closed")

    def _use_socket(self) -> None:
        grammar, luck = self.grammar, self.grammar.luck
        session = grammar.cast["sessions"].get(luck.choice(("ada", "ben", "guest", "")), "none")
        path = grammar.socket_path()
        self.figures.sockets += 1
        frames = [grammar.frame() for _ in range(FRAMES)]
        self.figures.frames += len(frames)
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall(opening_of(self.port, session, path))
            head = connection.recv(4096)
            status = head.split(b" ", 2)[1].decode() if head.startswith(b"HTTP/1.1 ") else "closed"
            self.figures.statuses[f"socket {status}"] += 1
            if status != "101":
                self.figures.faults += [f"socket {status}: {path}"] if status.startswith("5") else []
                return
            for frame in frames:
                connection.sendall(frame)
            connection.settimeout(0.02)
            with suppress(TimeoutError):
                while connection.recv(4096):
                    pass


def opening_of(port: int, session: str, path: str) -> bytes:
    """The request of a browser that opens a socket."""
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        f"Cookie: sessionid={session}; csrftoken={TOKEN}",
        *("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass")


def is_whole(raw: bytes) -> bool:
    """Whether a server must answer: the head ends, and as much follows as it says. In doubt it need not."""
    head, end, body = raw.partition(b"\r\n\r\n")
    fields = [line.partition(b":") for line in head.lower().split(b"\r\n")[1:]]
    lengths = [value.strip() for name, _, value in fields if name.strip() == b"content-length"]
    if len(head.partition(b"\r\n")[0]) > LONGEST_LINE or any(
        len(name) + len(value) > LONGEST_LINE for name, _, value in fields
    ):
        return False
    odd = any(name.strip() in (b"transfer-encoding", b"expect", b"upgrade") for name, _, _ in fields)
    if not end or odd or len(lengths) > 1 or not all(length.isdigit() and len(length) < 10 for length in lengths):
        return False
    return len(body) >= int(lengths[0] if lengths else 0)
