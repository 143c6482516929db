"""Requests as they are answered under ASGI: each in one thread, and none hears of another."""

import threading
from contextvars import ContextVar

import pytest
from django.core.signals import request_finished
from django.http import HttpResponse, StreamingHttpResponse
from django.test import override_settings
from django.urls import path

from marabunta_site.handlers import Pages, Requests
from tests.asgi_client import ask

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


def test_a_request_is_answered_in_a_thread_of_the_pool_and_knows_nothing_of_the_one_before(pages):
    for body in (b"", b"sent"):
        answer = ask(pages, "/where", body)
        assert (answer.status, answer.content) == (200, b"request_0 nothing " + body)


def test_what_is_streamed_arrives_whole(pages):
    assert ask(pages, "/streamed").content == b"0;1;2;"


@pytest.mark.parametrize(("address", "status"), [("/where", 200), ("/streamed", 200), ("/failing", 500), ("/no", 404)])
def test_the_end_of_every_request_is_told_once(pages, address, status):
    ended = []
    request_finished.connect(note := lambda **_: ended.append(threading.current_thread()))
    try:
        assert ask(pages, address).status == status
    finally:
        request_finished.disconnect(note)
    assert len(ended) == 1


def test_a_request_that_is_given_up_before_it_is_whole_is_not_answered(pages):
    assert ask(pages, "/where", is_given_up=True).status == 0


def test_static_files_are_served_and_missing_ones_are_not_found():
    with override_settings(SERVESTATIC_USE_FINDERS=True, SERVESTATIC_AUTOREFRESH=False, SECURE_SSL_REDIRECT=False):
        requests = Requests()
        assert b"WebSocket" in ask(requests, "/static/js/live.js").content
        assert ask(requests, "/static/js/no-such-file.js").status == 404
