"""How requests are answered under ASGI: a page by one thread from its first middleware to its last, a file by none.

Django's own handler starts a thread for every request, opens a connection to the database in it, and goes back and
forth between it and the event loop for every middleware that looks at the view. See
docs/decisions/0024-one-thread-a-request.md.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import IO, Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.exception import convert_exception_to_response
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.http.response import HttpResponseBase
from django.middleware.security import SecurityMiddleware
from django.urls import set_script_prefix
from servestatic.middleware import ServeStaticMiddleware

from games import log_context, metrics
from marabunta_site import unavailable
from marabunta_site.health import answer_healthz

requests_log = logging.getLogger("marabunta_site.requests")  # shown with LOG_FORMAT=json alone


class Pages(ASGIHandler):
    """The threads keep their connections to the database. A request that is given up is answered to its end."""

    def __init__(self, threads: int) -> None:
        super().__init__()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="request")

    def load_middleware(self, is_async: bool = False) -> None:
        """All of it without ``await``, whatever the handler asks for."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with body:
            context = contextvars.copy_context()  # its own: the language of one request is not the next one's
            loop = asyncio.get_running_loop()
            response = await loop.run_in_executor(self._threads, context.run, self._answer, scope, body)
            if response.streaming:
                await self._stream(response, send)
            else:
                await self.send_response(response, send)

    async def _stream(self, response: HttpResponseBase, send: Any) -> None:
        """What is computed while it is sent has a thread of its own, as in Django's handler."""
        async with ThreadSensitiveContext():
            await self.send_response(response, send)
            await sync_to_async(response.close)()

    def _answer(self, scope: Any, body: IO[bytes]) -> Any:
        number = log_context.begin_request(_asked_number(scope))
        start = perf_counter()
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, error = self.create_request(scope, body)
        response: Any = error if request is None else unavailable.instead_of(self.get_response(request), request)
        response.headers["X-Request-ID"] = number
        _note(scope, request, response, perf_counter() - start)
        response._handler_class = self.__class__  # noqa: SLF001 - as Django's handlers do
        if response.streaming:
            close_old_connections()
        else:
            response.close()  # here, in the thread that has the connection to the database
        return response


def _asked_number(scope: Any) -> str:
    """What the proxy calls this request in its own log."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"x-request-id"), "")


def _note(scope: Any, request: HttpRequest | None, response: HttpResponseBase, seconds: float) -> None:
    """Count the answer, and log it by its route: addresses have names of people in them."""
    match = request and request.resolver_match
    route = (match.view_name or "unnamed") if match else "none"
    if match and match.route.startswith("games/") and "pk" in match.kwargs and "game" not in log_context.current():
        log_context.note_game(match.kwargs["pk"])
    facts = {"method": scope["method"], "route": route, "status": response.status_code, "seconds": round(seconds, 4)}
    metrics.answered(method=scope["method"], route=route, status=response.status_code, seconds=seconds)
    requests_log.info("%s %s: %s", scope["method"], route, response.status_code, extra=facts)


class StaticFiles(ASGIHandler):
    def load_middleware(self, is_async: bool = False) -> None:
        """The two that concern files."""
        serve = SecurityMiddleware(ServeStaticMiddleware(_no_such_file))
        self._middleware_chain = convert_exception_to_response(serve)


async def _no_such_file(_request: HttpRequest) -> HttpResponse:
    return HttpResponseNotFound("There is no such file.", content_type="text/plain")


class Requests:
    """Gives each request to the handler it is for."""

    def __init__(self) -> None:
        self._pages, self._files = Pages(settings.WEB_THREADS), StaticFiles()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/healthz":
            await answer_healthz(send)
            return
        is_file = scope["path"].startswith(settings.STATIC_URL)
        await (self._files if is_file else self._pages)(scope, receive, send)
