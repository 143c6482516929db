"""Asks an ASGI application for something, without a server."""

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple


class Answer(NamedTuple):
    status: int  # 0: there was no answer
    headers: Mapping[str, str]
    content: bytes


def ask(
    application: Any,
    address: str,
    body: bytes = b"",
    *,
    is_given_up: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Answer:
    sent_headers = {"host": "localhost", "content-length": str(len(body)), **(headers or {})}
    scope = {
        "type": "http",
        "method": "POST" if body else "GET",
        "path": address,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in sent_headers.items()],
    }
    parts = [{"type": "http.disconnect"}] if is_given_up else [{"type": "http.request", "body": body}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return parts.pop(0) if parts else await asyncio.Future()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(application(scope, receive, send))
    if not sent:
        return Answer(0, {}, b"")
    told = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], told, b"".join(part.get("body", b"") for part in sent[1:]))
