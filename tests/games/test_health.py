"""Whether the process lives, and whether the site is ready."""

from datetime import timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from games.clocks import timeouts
from games.models import Delivery, Notification
from marabunta_site import health
from marabunta_site.handlers import Requests
from tests.asgi_client import ask


@pytest.fixture(autouse=True)
def nothing_is_kept():
    health.forget()


@pytest.fixture
def lines(client, db):
    def lines() -> tuple[int, dict[str, str]]:
        health.forget()
        page = client.get("/readyz")
        return page.status_code, dict(line.split(": ", 1) for line in page.content.decode().splitlines())

    return lines


@pytest.fixture
def worker(db):
    timeouts.awake_since(timezone.now())


def test_the_process_lives_without_a_database(client, monkeypatch):
    monkeypatch.setattr(connection, "cursor", lambda *_: 1 / 0)
    page = client.get("/healthz")
    assert (page.status_code, page.content) == (200, b"The process lives.\n")
    assert "no-store" in page["Cache-Control"]


def test_the_process_answers_that_it_lives_while_all_its_threads_wait():
    requests = Requests()
    del requests._pages  # nobody asks it
    answer = ask(requests, "/healthz")
    assert (answer.status, answer.content) == (200, b"The process lives.\n")


def test_the_site_is_ready_when_all_that_it_needs_is_there(lines, worker):
    assert lines() == (200, dict.fromkeys(health.CHECKS, "ok"))


def test_without_a_worker_it_is_not_ready(lines):
    assert lines()[0] == 503
    assert lines()[1]["worker"] == "has never run"


def test_a_worker_that_stands_still_is_told(lines, worker, time):
    time.passes(minutes=10)
    status, found = lines()
    assert (status, found["worker"]) == (503, "ran last 600 seconds ago")


def test_mails_that_are_not_sent_are_told(lines, worker, ada, start):
    told = Notification.objects.create(user=ada, occasion="your-turn", game=start(), at=timezone.now())
    late = timezone.now() - timedelta(hours=1)
    Delivery.objects.create(notification=told, channel="mail", due_at=late)
    status, found = lines()
    assert status == 503
    assert found["outbox"].startswith("the oldest has waited for 36")


@pytest.mark.one_database
def test_a_database_that_takes_nothing_is_told(lines, worker):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
        try:
            status, found = lines()
        finally:
            cursor.execute("PRAGMA query_only = OFF")
    assert (status, found["database"], found["outbox"]) == (503, "does not answer", "ok")


def test_a_cache_that_forgets_is_told(lines, worker, monkeypatch):
    monkeypatch.setattr(type(caches["default"]), "get", lambda *_, **__: None)
    status, found = lines()
    assert (status, found["cache"]) == (503, "does not keep what it is given")


def test_files_that_were_not_collected_are_told(lines, worker, tmp_path):
    storage = {"BACKEND": "marabunta_site.storage.MinifiedStaticFilesStorage", "OPTIONS": {"location": str(tmp_path)}}
    with override_settings(DEBUG=False, STORAGES={"staticfiles": storage}):
        status, found = lines()
    assert (status, found["static files"]) == (503, "does not answer")


def test_who_asks_all_the_time_has_nothing_written_all_the_time(client, worker, django_assert_num_queries):
    client.get("/readyz")
    with django_assert_num_queries(0):
        assert client.get("/readyz").status_code == 200
