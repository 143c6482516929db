"""Sockets that are closed at their age, by a real Daphne: the page opens another one, and goes on hearing signals."""

import base64
import json
import secrets
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from ssl import SSLContext as Tls
from typing import Self
from urllib.parse import urlsplit

from games.contract import Seat
from games.live.consumer import Closing
from tests.proof.server import Browser, Site, new_site, serving
from tests.proof.test_at_once import play_turn

CYCLES = 3
SECONDS = "1.5"  # a socket is open for so long, or up to twice that
TEXT, CLOSE = 1, 8  # opcodes of frames


def test_a_socket_is_closed_at_its_age_again_and_again_and_a_push_still_arrives():
    with ExitStack() as stack:
        plain = stack.enter_context(new_site())
        site = Site({**plain.environment, "SOCKET_SECONDS": SECONDS, "REDIS_URL": "", "WORKER": "embedded"})
        people = site.peopled(games=1)
        sessions = {Seat(int(seat)): session for seat, session in people["sessions"].items()}
        (port,) = stack.enter_context(serving(site, processes=1))
        browsers = {seat: Browser(port, session) for seat, session in sessions.items()}
        for browser in browsers.values():
            stack.callback(browser.close)
        game = people["games"][-1]
        for _ in range(CYCLES):
            with Page(port, sessions[Seat.ONE], game) as page:
                heard = [*page.signals()]
                assert heard[0]["game"] == game
                assert page.closed_with == Closing.AGED
        assert any(is_push_heard(port, sessions[Seat.ONE], browsers, game) for _ in range(10))
        assert "Traceback" not in site.errors()


def is_push_heard(port: int, session: str, browsers: dict[Seat, Browser], game: int) -> bool:
    """Whether a page hears of a turn. On a busy machine its socket may have grown old before the turn was played."""
    with Page(port, session, game) as page:
        signals = page.signals()
        before = next(signals)["seq"]
        play_turn(browsers, game)
        return any(signal.get("seq", 0) > before for signal in signals)


class Page:
    """The socket of an open page: a client of the protocol that reads frames and answers none."""

    def __init__(
        self, port: int, session: str, game: int, *, is_waiting: bool = True, origin: str = "", tls: Tls | None = None
    ) -> None:
        self.closed_with: int | None = None
        origin = origin or f"http://127.0.0.1:{port}"
        host = urlsplit(origin)
        plain = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.connection = tls.wrap_socket(plain, server_hostname=host.hostname) if tls else plain
        self._reader = self.connection.makefile("rb")
        lines = [
            f"GET /live/?game={game} HTTP/1.1",
            f"Host: {host.netloc}",
            f"Origin: {origin}",
            f"Cookie: sessionid={session}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(secrets.token_bytes(16)).decode()}",
        ]
        self.connection.sendall("\r\n".join([*lines, "", ""]).encode())
        if is_waiting:
            self.wait_until_it_is_open()

    def wait_until_it_is_open(self) -> None:
        status = self._reader.readline()
        assert b" 101 " in status, status
        while self._reader.readline().strip():
            pass  # the headers of the answer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._reader.close()
        self.connection.close()

    def signals(self) -> Iterator[dict[str, int]]:
        """Every signal until the server closes the socket."""
        while True:
            opcode, content = self._frame()
            if opcode == CLOSE:
                self.closed_with = int.from_bytes(content[:2], "big")
                return
            if opcode == TEXT:
                yield json.loads(content)

    def _frame(self) -> tuple[int, bytes]:
        """Our frames are short: one byte of length, and servers do not mask."""
        first, length = self._reader.read(2)
        assert length < 126
        return first & 0x0F, self._reader.read(length)
