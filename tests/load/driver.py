"""Plays a script against a server on this machine, over HTTP and sockets, as open pages do.

    python -m tests.load.driver PHASE PORT

    one PORT       one game, move by move: how long from a press until the other page has it
    many PORT      all games at once, flat out: moves in a second, failures, signals that did not arrive
    idle PORT N    N sockets that only listen: how many are opened in a second

The script is on the standard input. It knows nothing of Django, and is the same for our site and for the bare app.
"""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
import sys
from statistics import median, quantiles
from time import monotonic
from typing import Any
from urllib.parse import urlencode

Script = dict[str, Any]
TOKEN = "c" * 32  # against forged requests: the same in the cookie and in the header
FRAGMENT = {"HX-Request": "true", "Accept-Encoding": "gzip"}
LONGEST = 120.0  # seconds that a phase may take
PATIENCE = 10.0  # seconds after which a signal counts as lost
TOGETHER = 50  # sockets that are opened at a time
PING, PONG = 0x89, 0x8A  # the first byte of a frame
UNMASKED = bytes(4)  # a mask that changes nothing: clients must mask what they send


def headers_of(session: str) -> dict[str, str]:
    return {"Host": "127.0.0.1", "Cookie": f"sessionid={session}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}


class Connection:
    """An HTTP connection that is kept open."""

    def __init__(self, port: int, session: str) -> None:
        self._port, self._headers = port, headers_of(session)
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def __call__(self, address: str, fields: dict[str, object] | None = None) -> int:
        """The status of the answer, once all of it is here."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        body = urlencode(fields) if fields else ""
        headers = self._headers | FRAGMENT | {"Content-Length": str(len(body))}
        if fields:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        lines = [f"{'POST' if fields else 'GET'} {address} HTTP/1.1", *map(": ".join, headers.items()), "", body]
        writer.write("\r\n".join(lines).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        if "transfer-encoding: chunked" in head:
            while size := int(await reader.readline(), 16):
                await reader.readexactly(size + 2)
            await reader.readline()
        elif "content-length: " in head:
            await reader.readexactly(int(head.split("content-length: ")[1].split("\r\n")[0]))
        return int(head.split(" ")[1])


class Socket:
    """The socket of an open page of a game. It remembers the last event that it was told of."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.seq, self._news = 0, asyncio.Condition()
        self.is_closed = False  # by the server
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def open(cls, port: int, session: str, game: int) -> Socket:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        headers = headers_of(session) | {
            "Host": f"127.0.0.1:{port}",
            "Origin": f"http://127.0.0.1:{port}",
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(secrets.token_bytes(16)).decode(),
        }
        lines = [f"GET /live/?game={game} HTTP/1.1", *map(": ".join, headers.items()), "", ""]
        writer.write("\r\n".join(lines).encode())
        try:
            answer = await reader.readuntil(b"\r\n\r\n")
        except BaseException:
            writer.close()
            raise
        assert b" 101 " in answer, answer[:200]
        return cls(reader, writer)

    async def heard(self, seq: int) -> bool:
        """Whether it is told of this event before our patience ends. A socket that was closed hears nothing more."""
        try:
            async with asyncio.timeout(PATIENCE), self._news:
                await self._news.wait_for(lambda: self.seq >= seq or self.is_closed)
        except TimeoutError:
            return False
        return self.seq >= seq

    def close(self) -> None:
        self._listening.cancel()
        self._writer.close()

    async def _listen(self) -> None:
        try:
            await self._read_frames()
        except (asyncio.IncompleteReadError, ConnectionError):
            async with self._news:
                self.is_closed = True
                self._news.notify_all()

    async def _read_frames(self) -> None:
        """Short frames are all that comes: texts, and pings. Whoever does not answer those is closed after a while."""
        while True:
            opcode, length = await self._reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await self._reader.readexactly(2))
            text = await self._reader.readexactly(length)
            if opcode == PING:
                self._writer.write(bytes((PONG, 0x80 | length)) + UNMASKED + text)
            elif text.startswith(b"{"):
                async with self._news:
                    self.seq = max(self.seq, json.loads(text).get("seq", 0))
                    self._news.notify_all()


class Table:
    """Two open pages of a game."""

    def __init__(self, port: int, sessions: list[str], game: int) -> None:
        self._port, self._sessions, self._game = port, sessions, game
        self._browsers = [Connection(port, session) for session in sessions]
        self.times: list[float] = []
        self.failed = self.lost = self.closed = 0

    async def play(self, moves: list[tuple[int, str, int]], until: float) -> None:
        pages = [await Socket.open(self._port, session, self._game) for session in self._sessions]
        for mover, move, head in moves:
            if monotonic() > until:
                break
            fields = {"act": "move", "move": move, "seen": head, "key": secrets.token_hex(8), "sure": "1"}
            begin = monotonic()
            if await self._browsers[mover](f"/games/{self._game}/act/", fields) != 200:
                self.failed += 1
                break
            if not await pages[1 - mover].heard(head + 1):
                self.lost += 1
            if await self._browsers[1 - mover](f"/games/{self._game}/?have={head}") != 200:
                self.failed += 1
            self.times.append(monotonic() - begin)
        for page in pages:
            self.closed += page.is_closed
            page.close()


async def play(port: int, script: Script, games: int) -> dict[str, float]:
    tables = [Table(port, game["sessions"], game["pk"]) for game in script["games"][:games]]
    begin = monotonic()
    async with asyncio.TaskGroup() as playing:
        for table, game in zip(tables, script["games"], strict=False):
            playing.create_task(table.play(game["moves"], begin + LONGEST))
    seconds = monotonic() - begin
    times = sorted(1000 * time for table in tables for time in table.times)
    return {
        "moves": len(times),
        "p50": median(times),
        "p95": quantiles(times, n=20)[-1],
        "moves a second": len(times) / seconds,
        "failed": sum(table.failed for table in tables),
        "signals lost": sum(table.lost for table in tables),
        "sockets closed": sum(table.closed for table in tables),
    }


async def listen(port: int, script: Script, count: int) -> dict[str, float]:
    """Raises TimeoutError if a phase takes longer than it may."""
    begin, games = monotonic(), script["games"]
    sockets: list[Socket] = []
    async with asyncio.timeout(LONGEST):
        for first in range(0, count, TOGETHER):
            numbers = range(first, min(first + TOGETHER, count))
            seats = [(games[n % len(games)], n // len(games) % 2) for n in numbers]
            opening = [Socket.open(port, game["sessions"][seat], game["pk"]) for game, seat in seats]
            sockets += await asyncio.gather(*opening)
        seconds = monotonic() - begin
        mover, move, head = games[0]["moves"][0]
        fields = {"act": "move", "move": move, "seen": head, "key": secrets.token_hex(8), "sure": "1"}
        status = await Connection(port, games[0]["sessions"][mover])(f"/games/{games[0]['pk']}/act/", fields)
        assert status == 200, status
        heard = await asyncio.gather(*(socket.heard(head + 1) for socket in sockets[:: len(games)]))
    for socket in sockets:
        socket.close()
    return {"sockets": count, "opened a second": count / seconds, "signals lost": heard.count(False)}


def main() -> None:
    phase, port, *more = sys.argv[1:]
    script = json.load(sys.stdin)
    if phase == "idle":
        result = asyncio.run(listen(int(port), script, int(more[0])))
    else:
        result = asyncio.run(play(int(port), script, 1 if phase == "one" else len(script["games"])))
    print(json.dumps(result))


if __name__ == "__main__":
    main()
