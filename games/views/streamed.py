"""Files that are sent while they are read from the database, part by part."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase


def streamed(request: HttpRequest, parts: Iterator[str], *, content_type: str, name: str) -> HttpResponseBase:
    """A file of that name, to keep."""
    response = StreamingHttpResponse(_in_turn(parts) if isinstance(request, ASGIRequest) else parts)
    response["Content-Type"] = f"{content_type}; charset=utf-8"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


async def _in_turn(parts: Iterator[str]) -> AsyncIterator[str]:
    """Read each part from the database when the one before has been sent."""
    following: Callable[[], str | None] = lambda: next(parts, None)  # noqa: E731
    while (part := await sync_to_async(following)()) is not None:
        yield part
