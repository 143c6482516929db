"""Lines as JSON: what they are about, and of whom they say nothing. And what Sentry is told."""

import gzip
import io
import json
import logging
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest

from games import log_context
from games.version import VERSION
from marabunta_site.discreet_log import without_people
from marabunta_site.handlers import Requests
from marabunta_site.json_log import JsonLines
from tests.asgi_client import ask
from tests.games.playing import move

PERSONAL = ("marielle@example.org", "Marielle", "fX3-kd_9Qa", "192.0.2.77", "2001:db8:0:0:8:800:200c:417a")


@pytest.fixture
def lines():
    """What is logged, as the objects of its lines."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root, requests = logging.getLogger(), logging.getLogger("marabunta_site.requests")
    root.addHandler(handler)
    before = requests.level, root.level
    requests.setLevel(logging.INFO)
    root.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.removeHandler(handler)
    requests.setLevel(before[0])
    root.setLevel(before[1])


def test_nobody_stands_in_a_line_however_it_came_there(lines):
    email, name, token, address, other = PERSONAL
    logger = logging.getLogger("anywhere")
    logger.warning("Not Found: %s", f"/people/{name}/games/?text={name}")
    logger.warning("GET /challenges/%s/accept/ from %s and [%s]", token, address, other)
    try:
        raise ValueError(f"{{'{email}': (550, b'no such user')}}")
    except ValueError:
        logger.exception("A mail to <%s> was refused", email)
    text = json.dumps(lines())
    assert len(lines()) == 3
    assert [word for word in PERSONAL if word in text] == []
    assert "Traceback" in lines()[2]["traceback"] and "ValueError" in lines()[2]["traceback"]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("mail to ada@example.org.", "mail to …@…"),
        ("/people/Ada/games/", "/people/…/games/"),
        ("next=%2Fpeople%2FAda%2F", "next=%2Fpeople%2F…%2F"),
        ("GET /lobby/?name=Ada&x=1 200", "GET /lobby/?… 200"),
        ("from 10.1.2.3:443", "from …:443"),
        ("at 2026-11-19T02:03:04 version 0.2.0, 12:30:45", "at 2026-11-19T02:03:04 version 0.2.0, 12:30:45"),
        ("Why not? a=b", "Why not? a=b"),
    ],
)
def test_what_stands_in_the_place_of_a_person(line, shown):
    assert without_people(line) == shown


def test_a_request_has_a_line_with_its_number_its_route_and_its_game(db, lines, start):
    game = start("mabula")
    answer = ask(Requests(), f"/games/{game.pk}/")
    (line,) = [line for line in lines() if line["logger"] == "marabunta_site.requests"]
    assert line["request"] == answer.headers["x-request-id"]
    assert (line["route"], line["method"], line["game"], line["status"]) == (
        "games:game",
        "GET",
        game.pk,
        answer.status,
    )
    assert line["seconds"] > 0


def test_what_is_logged_after_a_move_says_in_which_game_and_after_which_event(db, lines, start):
    game = start("mabula")
    log_context.begin_request("a-number-of-the-proxy")
    head = move(game).head
    logging.getLogger("anywhere").warning("something")
    line = lines()[-1]
    assert (line["request"], line["game"], line["seq"]) == ("a-number-of-the-proxy", game.pk, head)


def test_errors_are_told_to_sentry_without_anybody_in_them():
    with listening() as (port, envelopes):
        run({"SENTRY_DSN": f"http://key@127.0.0.1:{port}/7"})
    (event,) = envelopes
    text = json.dumps(event)
    assert event["release"] == VERSION
    assert "could not be shown" in text and "ValueError" in text and "raise_it" in text
    assert event["tags"] == {"request": "a-number-of-the-proxy", "game": "42", "seq": "7"}
    assert [word for word in PERSONAL if word in text] == []
    assert "request" not in event and "user" not in event and "vars" not in text


def test_without_a_dsn_nothing_of_sentry_is_loaded():
    assert run({}) == "False"


PROGRAM = """
import logging, sys
import django
django.setup()
from games import log_context
log_context.begin_request("a-number-of-the-proxy")
log_context.note_game(42, 7)
def raise_it(person):
    raise ValueError("no room for marielle@example.org at 192.0.2.77")
try:
    raise_it("Marielle")
except ValueError:
    logging.getLogger("anywhere").exception("/people/Marielle/ could not be shown, /challenges/fX3-kd_9Qa/ neither")
print("sentry_sdk" in sys.modules, end="")
if "sentry_sdk" in sys.modules:
    import sentry_sdk
    sentry_sdk.flush(10)
"""


def run(environment: dict[str, str]) -> str:
    told = {name: value for name, value in os.environ.items() if name not in ("SENTRY_DSN", "DJANGO_SETTINGS_MODULE")}
    told |= {"DJANGO_SETTINGS_MODULE": "tests.settings", **environment}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=told,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=True,
    )
    return done.stdout


@contextmanager
def listening():
    """A place on this machine that takes what Sentry would: its port, and the events."""
    events: list[dict[str, Any]] = []

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            match self.headers.get("content-encoding"):
                case "gzip":
                    body = gzip.decompress(body)
                case "br":
                    body = brotli.decompress(body)
            parts = [json.loads(line) for line in body.splitlines()]
            events.extend(part for part in parts if "exception" in part or "logentry" in part)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Taking) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port, events
        finally:
            server.shutdown()
            thread.join()
