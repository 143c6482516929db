"""What moves and pages cost of the processor, in the process itself: ``python -m tests.load.in_process 150``.

Runs in the environment of a site, with a script on the standard input. The ASGI application is called as Daphne calls
it, so what the network costs is left out. Prints JSON: milliseconds of the processor, as medians.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from importlib import import_module
from os import environ
from statistics import median
from time import process_time
from typing import Any
from urllib.parse import urlencode

from tests.load.driver import FRAGMENT, Script, headers_of

ROUNDS = 25  # how often each page is asked for
WARMING = 5  # how often before that


class Caller:
    """Somebody who is logged in."""

    def __init__(self, application: Any, session: str) -> None:
        self._application = application
        self._headers = headers_of(session)

    async def __call__(self, address: str, more: dict[str, str], fields: dict[str, object] | None = None) -> Any:
        """The status, the size of the answer, and the seconds of the processor; with ``more`` headers."""
        body = urlencode(fields).encode() if fields else b""
        headers = self._headers | more | {"Content-Length": str(len(body))}
        if fields:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        path, _, query = address.partition("?")
        scope = {
            "type": "http",
            "http_version": "1.1",
            "scheme": "http",
            "method": "POST" if fields else "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 40000),
            "server": ("127.0.0.1", 8000),
        }
        asked, sent = [{"type": "http.request", "body": body}], []

        async def receive() -> dict[str, Any]:
            return asked.pop() if asked else await asyncio.Future()

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        begin = process_time()
        await self._application(scope, receive, send)
        spent = process_time() - begin
        return sent[0]["status"], sum(len(part.get("body", b"")) for part in sent[1:]), spent


async def measure(script: Script, most: int) -> dict[str, Any]:
    application = import_module(environ["DJANGO_SETTINGS_MODULE"].replace("settings", "asgi")).application
    pairs, sizes = [], []
    for pk, people, mover, move, head in planned(application, script)[:most]:
        fields = {"act": "move", "move": move, "seen": head, "key": secrets.token_hex(8), "sure": "1"}
        status, size, submit = await people[mover](f"/games/{pk}/act/", FRAGMENT, fields)
        assert status == 200, (status, move)
        status, other, fetch = await people[1 - mover](f"/games/{pk}/?have={head}", FRAGMENT)
        assert status == 200, status
        pairs.append((submit, fetch))
        sizes += [size, other]
    submit, fetch = (1000 * median(times) for times in zip(*pairs[len(pairs) // 5 :], strict=True))
    reader = Caller(application, script["reader"])
    pages = {name: await page(reader, address) for name, address in script["pages"].items()}
    return {"submit": submit, "fetch": fetch, "pair": submit + fetch, "bytes": median(sizes), "pages": pages}


def planned(application: Any, script: Script) -> list[tuple[int, list[Caller], int, str, int]]:
    """The moves of all games: in which game, of which people, who makes it, the move, and the head before it."""
    return [
        (game["pk"], people, *made)
        for game in script["games"]
        for people in [[Caller(application, session) for session in game["sessions"]]]
        for made in game["moves"]
    ]


async def page(person: Caller, address: str) -> float:
    times: list[float] = []
    for _ in range(WARMING + ROUNDS):
        status, _size, spent = await person(address, {"Accept-Encoding": "gzip"})
        assert status in (200, 204), (address, status)
        times.append(spent)
    return 1000 * median(times[WARMING:])


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(json.load(sys.stdin), int(sys.argv[1])))))
