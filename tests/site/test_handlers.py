"""Requests as they are answered under ASGI: each in one thread, and none hears of another."""

import asyncio
import threading
from contextvars import ContextVar
from typing import Any

import pytest
from django.core.signals import request_finished
from django.http import HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from marabunta_site.handlers import Pages, Requests

SAID: ContextVar[str] = ContextVar("said", default="nothing")


def where(request):
    answer = HttpResponse(f"{threading.current_thread().name} {SAID.get()} {request.body.decode()}")
    SAID.set("something")
    return answer


def streamed(_request):
    async def parts():
        for number in range(3):
            yield f"{number};"

    return StreamingHttpResponse(parts())


def failing(_request):
    raise RuntimeError("on purpose")


def handler404(_request, exception):
    return HttpResponse("There is nothing here.", status=404)


def handler500(_request):
    return HttpResponse("It failed.", status=500)


urlpatterns = [path("where", where), path("streamed", streamed), path("failing", failing)]


@pytest.fixture
def pages():
    with override_settings(
        ROOT_URLCONF=__name__, MIDDLEWARE=["django.middleware.common.CommonMiddleware"], DEBUG=False
    ):
        yield Pages(1)


def ask(application: Any, address: str, body: bytes = b"", *, is_given_up: bool = False) -> tuple[int, bytes]:
    """The status and the content of the answer; 0 if there is none."""
    scope = {
        "type": "http",
        "method": "POST" if body else "GET",
        "path": address,
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"content-length", str(len(body)).encode())],
    }
    parts = [{"type": "http.disconnect"}] if is_given_up else [{"type": "http.request", "body": body}]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return parts.pop(0) if parts else await asyncio.Future()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(application(scope, receive, send))
    return sent[0]["status"] if sent else 0, b"".join(part.get("body", b"") for part in sent[1:])


def test_a_request_is_answered_in_a_thread_of_the_pool_and_knows_nothing_of_the_one_before(pages):
    for body in (b"", b"sent"):
        assert ask(pages, "/where", body) == (200, b"request_0 nothing " + body)


def test_what_is_streamed_arrives_whole(pages):
    assert ask(pages, "/streamed") == (200, b"0;1;2;")


@pytest.mark.parametrize(("address", "status"), [("/where", 200), ("/streamed", 200), ("/failing", 500), ("/no", 404)])
def test_the_end_of_every_request_is_told_once(pages, address, status):
    ended = []
    request_finished.connect(note := lambda **_: ended.append(threading.current_thread()))
    try:
        assert ask(pages, address)[0] == status
    finally:
        request_finished.disconnect(note)
    assert len(ended) == 1


def test_a_request_that_is_given_up_before_it_is_whole_is_not_answered(pages):
    assert ask(pages, "/where", is_given_up=True) == (0, b"")


def test_static_files_are_served_and_missing_ones_are_not_found():
    with override_settings(SERVESTATIC_USE_FINDERS=True, SERVESTATIC_AUTOREFRESH=False, SECURE_SSL_REDIRECT=False):
        requests = Requests()
        status, content = ask(requests, "/static/js/live.js")
        assert status == 200
        assert b"WebSocket" in content
        assert ask(requests, "/static/js/no-such-file.js")[0] == 404
