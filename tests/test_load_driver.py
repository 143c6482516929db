"""The driver of ``make load`` must not blame the server for what it does itself."""

from __future__ import annotations

import asyncio
import os

import pytest

from tests.load import __main__ as load
from tests.load import driver
from tests.load.driver import PING, PONG, Socket

TEXT, CLOSE = 0x81, 0x88


def frame(first: int, payload: bytes) -> bytes:
    return bytes((first, len(payload))) + payload


async def a_socket(*frames: bytes) -> tuple[Socket, asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket that was opened at a server which sends these frames; and the server's end of it."""
    ends: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n" + b"".join(frames))
        await ends.put((reader, writer))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    socket = await Socket.open(server.sockets[0].getsockname()[1], "a-session", 1)
    server.close()  # takes no more connections
    return socket, *await ends.get()


def test_a_ping_is_answered_with_what_it_says() -> None:
    """Daphne closes a socket that answers no ping for fifty seconds, and a page that is closed hears nothing."""

    async def answer() -> bytes:
        socket, reader, writer = await a_socket(frame(PING, b"twelve bytes"), frame(TEXT, b'{"game": 1, "seq": 7}'))
        assert await socket.heard(7)
        found = await reader.readexactly(2 + 4 + 12)
        socket.close()
        writer.close()
        return found

    assert asyncio.run(answer()) == bytes((PONG, 0x80 | 12)) + bytes(4) + b"twelve bytes"


def test_a_socket_that_the_server_closes_is_not_waited_for() -> None:
    async def hear() -> tuple[bool, bool, bool]:
        socket, _reader, writer = await a_socket(frame(TEXT, b'{"game": 1, "seq": 3}'), frame(CLOSE, b"\x0f\xa0"))
        writer.close()
        async with asyncio.timeout(5):  # less than the driver's patience
            found = await socket.heard(3), await socket.heard(4), socket.is_closed
        socket.close()
        return found

    assert asyncio.run(hear()) == (True, False, True)


def test_a_server_that_does_not_answer_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LONGEST", 0.2)
    script = {"games": [{"pk": 1, "sessions": ["one", "two"], "moves": [(0, "a1", 1)]}]}

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()  # until the other end is closed
        writer.close()

    async def listen() -> None:
        async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as server:
            await driver.listen(server.sockets[0].getsockname()[1], script, 3)

    with pytest.raises(TimeoutError):
        asyncio.run(listen())


def test_a_process_that_stands_still_ends_the_run() -> None:
    with pytest.raises(SystemExit, match="not done in 1 seconds"):
        load.python(dict(os.environ), "-c", "import time; time.sleep(600)", longest=1)


def test_a_process_that_fails_ends_the_run_and_says_why() -> None:
    with pytest.raises(SystemExit, match="no such thing"):
        load.python(dict(os.environ), "-c", "raise ValueError('no such thing')")
    assert load.python(dict(os.environ), "-c", "print('done')") == "done\n"
