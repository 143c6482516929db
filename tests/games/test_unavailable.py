"""A database that is away, full or read-only: 503, what was not saved, and when to come again."""

import os
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection

from games.models import ChatMessage, Game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.one_database]
ROOT = Path(__file__).parents[2]
SENTENCE = "Nothing was saved. Please send it again."


@contextmanager
def limited(name: str, value: object, after: object):
    """A real fault of SQLite: by its own settings for this connection."""
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name} = {value}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA {name} = {after}")


@contextmanager
def full():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA freelist_count")
        assert cursor.fetchone()[0] < 5 or cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
    with limited("max_page_count", pages, 2**30):
        yield


def read_only():
    return limited("query_only", "ON", "OFF")


def test_a_form_that_cannot_be_saved_says_so(client, ada):
    client.force_login(ada)
    with read_only():
        page = client.post("/play/", {"kind": "mabula", "bot": "larva", "seat": "1"})
    assert page.status_code == 503
    assert page["Retry-After"] == "5"
    assert "no-store" in page["Cache-Control"]
    assert f'<p class="lead">{SENTENCE}' in page.content.decode()
    assert not Game.objects.exists()


def test_a_part_of_a_page_is_told_in_a_sentence(client, ada):
    client.force_login(ada)
    with read_only():
        page = client.post("/play/", {"kind": "mabula", "bot": "larva", "seat": "1"}, headers={"HX-Request": "true"})
    assert (page.status_code, page.content.decode()) == (503, f"{SENTENCE}\n")
    assert page["Retry-After"] == "5"


def test_what_somebody_wrote_is_not_lost(client, ada, start):
    client.force_login(ada)
    game = start()
    with read_only():
        page = client.post(f"/games/{game.pk}/chat/", {"room": "players", "text": "A long story.", "seen": "0"})
    assert page.status_code == 503
    assert "A long story." in page.content.decode()
    assert not ChatMessage.objects.exists()


def test_a_full_database_is_told_and_once_there_is_room_it_goes_on(client, ada):
    client.force_login(ada)
    asked = {"kind": "mabula", "bot": "larva", "seat": "1"}
    with full():
        pages = [client.post("/play/", asked) for _ in range(40)]
    refused = [page for page in pages if page.status_code == 503]
    assert refused and {page.status_code for page in pages} <= {303, 503}
    assert f'<p class="lead">{SENTENCE}' in refused[0].content.decode()
    assert Game.objects.count() == len(pages) - len(refused)
    assert client.post("/play/", asked).status_code == 303


AWAY = """
import django
django.setup()
from marabunta_site.handlers import Requests
from tests.asgi_client import ask
requests = Requests()
for address, body in (("/", b""), ("/lobby/", b""), ("/play/", b"kind=mabula")):
    token = "c" * 32
    headers = {"cookie": f"sessionid={token}; csrftoken={token}", "x-csrftoken": token}
    headers["content-type"] = "application/x-www-form-urlencoded"
    answer = ask(requests, address, body, headers=headers)
    is_told = '<p class="lead">Nothing was saved' in answer.content.decode()
    print(answer.status, answer.headers.get("retry-after"), is_told)
print(ask(requests, "/healthz").status, ask(requests, "/readyz").status)
import asyncio
from channels.testing import WebsocketCommunicator
from games.live.routing import sockets
async def code():
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", b"sessionid=" + b"c" * 32)]
    socket = WebsocketCommunicator(sockets, "/live/?game=1", headers=headers)
    assert (await socket.connect(10))[0]
    return (await socket.receive_output(10))["code"]
print(asyncio.run(code()))
"""


@pytest.mark.parametrize("debug", ["true", "false"])
def test_without_a_database_every_page_says_so_and_none_logs_a_traceback(debug, tmp_path):
    """The session is asked for in a middleware, outside of every view."""
    (tmp_path / "db.sqlite3").mkdir()  # which cannot be opened
    environment = {
        "PATH": os.environ["PATH"],
        "ENV_FILE": "",
        "DATA_DIR": str(tmp_path),
        "DEBUG": debug,
        "HTTPS": "false",
    }
    environment |= {"DJANGO_SETTINGS_MODULE": "marabunta_site.settings"}
    site = [sys.executable, "manage.py", "collectstatic", "--no-input", "-v0"]
    subprocess.run(site, cwd=ROOT, env=environment, check=True)
    found = subprocess.run(
        [sys.executable, "-c", AWAY], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert found.stdout.splitlines() == ["503 5 False", "503 5 False", "503 5 True", "200 503", "4002"]
    assert "Traceback" not in found.stderr
    assert "the database failed: unable to open database file" in found.stderr
