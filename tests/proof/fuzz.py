"""Sends what the grammar draws to a real Daphne, and looks what becomes of it."""

from __future__ import annotations

import http.client
import json
import random
import socket
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from tests.proof.fuzz_grammar import TOKEN, Grammar
from tests.proof.server import ROOT, Site

FRESH = 400  # inputs, after which there is a new cast
PATIENCE = 20.0  # seconds for an answer to what is a request
IMPATIENCE = 0.15  # for one to what may be none: a server waits for the rest of it
FRAMES = 12  # on one socket


@dataclass
class Figures:
    requests: int = 0
    frames: int = 0
    sockets: int = 0
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
        finally:
            self.helper.communicate(timeout=30)
        self.figures.seconds = round(time.monotonic() - began, 1)
        return self.figures

    def _recast(self) -> None:
        self.casts += 1
        assert self.helper.stdin
        print(self.casts, file=self.helper.stdin, flush=True)
        self.grammar.cast = self._heard()

    def _heard(self) -> Any:
        assert self.helper.stdout
        return json.loads(self.helper.stdout.readline())

    def _send_request(self) -> None:
        made = self.grammar.request()
        raw = made.encoded(self.port)
        patience = PATIENCE if is_whole(raw) else IMPATIENCE
        self.figures.requests += 1
        status = self._answer(raw, made.method, patience)
        self.figures.statuses[status] += 1
        is_unready = status == "503" and made.path.startswith("/readyz")  # there is no worker: it says so
        if (status.startswith("5") and not is_unready) or (status == "silence" and patience == PATIENCE):
            self.figures.faults.append(f"{status}: {raw[:1500]!r}")

    def _answer(self, raw: bytes, method: str, patience: float) -> str:
        """The status, or what came instead of one."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            try:
                connection.sendall(raw)
                connection.settimeout(patience)
                answer = http.client.HTTPResponse(connection, method=method)
                answer.begin()
                if not answer.isclosed() and answer.status != 101:
                    answer.read()
                return str(answer.status)
            except TimeoutError:
                return "silence"
            except (OSError, http.client.HTTPException):
                return "closed"

    def _use_socket(self) -> None:
        grammar, luck = self.grammar, self.grammar.luck
        session = grammar.cast["sessions"].get(luck.choice(("ada", "ben", "guest", "")), "none")
        lines = [
            f"GET {grammar.socket_path()} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Origin: http://127.0.0.1:{self.port}",
            f"Cookie: sessionid={session}; csrftoken={TOKEN}",
            *("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"),
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        self.figures.sockets += 1
        frames = [grammar.frame() for _ in range(FRAMES)]
        self.figures.frames += len(frames)
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall("\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass"))
            head = connection.recv(4096)
            status = head.split(b" ", 2)[1].decode() if head.startswith(b"HTTP/1.1 ") else "closed"
            self.figures.statuses[f"socket {status}"] += 1
            if status != "101":
                self.figures.faults += [f"socket {status}: {lines[0]}"] if status.startswith("5") else []
                return
            for frame in frames:
                connection.sendall(frame)
            connection.settimeout(0.02)
            with suppress(TimeoutError):
                while connection.recv(4096):
                    pass


def is_whole(raw: bytes) -> bool:
    """Whether a server must answer: the head ends, and as much follows as it says. In doubt it need not."""
    head, end, body = raw.partition(b"\r\n\r\n")
    fields = [line.partition(b":") for line in head.lower().split(b"\r\n")[1:]]
    lengths = [value.strip() for name, _, value in fields if name.strip() == b"content-length"]
    odd = any(name.strip() in (b"transfer-encoding", b"expect", b"upgrade") for name, _, _ in fields)
    if not end or odd or len(lengths) > 1 or not all(length.isdigit() and len(length) < 10 for length in lengths):
        return False
    return len(body) >= int(lengths[0] if lengths else 0)
