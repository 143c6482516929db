"""No token of an address stands in a log, and what was refused takes one line."""

import io
import logging
import sys
import time

import pytest
from daphne.access import AccessLogGenerator

from marabunta_site import settings
from marabunta_site.discreet_log import Discreet, without_secrets
from marabunta_site.line_log import Lines
from tests.tokens import TOKEN, TOKENS


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (f"GET /challenges/{TOKEN}/", "GET /challenges/…/"),
        (f"POST /challenges/{TOKEN}/accept/", "POST /challenges/…/accept/"),
        (f"WSCONNECT /live/?challenge={TOKEN}", "WSCONNECT /live/?challenge=…"),
        (f"GET /mail/less/{TOKEN}:1s:x/", "GET /mail/less/…/"),
        (f"GET /account/invited/{TOKEN}:1s:x/", "GET /account/invited/…/"),
        (f'"GET /challenges/{TOKEN}"', '"GET /challenges/…"'),
        ("GET /games/42/?at=17", "GET /games/42/?at=17"),
        (f"GET /account/login/?next=/challenges/{TOKEN}/", "GET /account/login/?next=/challenges/…/"),
        (f"GET /account/login/?next=%2Fchallenges%2F{TOKEN}%2F", "GET /account/login/?next=%2Fchallenges%2F…%2F"),
    ],
)
def test_what_stands_in_the_place_of_a_token(line, shown):
    assert without_secrets(line) == shown


@pytest.mark.parametrize("address", TOKENS)
def test_no_address_shows_its_token(address):
    assert TOKEN not in without_secrets(f'GET "{address}" 404')


def test_lines_of_any_logger_are_cleaned():
    record = logging.LogRecord("django.request", 30, "", 0, "%s: %s", ("Not Found", f"/challenges/{TOKEN}/"), None)
    assert Discreet().filter(record)
    assert record.getMessage() == "Not Found: /challenges/…/"


def test_a_refused_request_is_one_line_and_a_failed_one_keeps_its_traceback():
    try:
        raise PermissionError
    except PermissionError:
        trouble = sys.exc_info()
    for name, level, is_kept in (
        ("django.request", logging.WARNING, False),
        ("django.security.DisallowedHost", logging.ERROR, False),
        ("django.request", logging.ERROR, True),
        ("games.worker", logging.WARNING, True),
    ):
        record = logging.LogRecord(name, level, "", 0, "%s: %s", ("Forbidden", "/" + "a" * 9000), trouble)
        assert Discreet().filter(record)
        assert ("PermissionError" in logging.Formatter().format(record)) == is_kept
        assert (len(record.getMessage()) < 600) == (not is_kept)


def test_the_log_of_daphne_is_cleaned(monkeypatch):
    from daphne import cli, http_protocol, ws_protocol  # noqa: PLC0415 - its reactor where it is needed

    from marabunta_site import daphne_guards  # noqa: PLC0415

    monkeypatch.setattr(cli, "AccessLogGenerator", AccessLogGenerator)
    monkeypatch.setattr(http_protocol, "WebRequest", http_protocol.WebRequest)
    monkeypatch.setattr(ws_protocol.WebSocketFactory, "protocol", ws_protocol.WebSocketProtocol)
    daphne_guards.install()
    written = io.StringIO()
    log = cli.AccessLogGenerator(written)
    details = {"client": "192.0.2.1:1", "method": "GET", "path": f"/challenges/{TOKEN}/", "status": 200, "size": 1}
    log("http", "complete", details)
    assert "GET /challenges/…/" in written.getvalue()
    assert TOKEN not in written.getvalue()


def test_lines_for_people_say_the_time_by_utc_wherever_the_machine_is(monkeypatch):
    assert settings.LOGGING["formatters"]["line"] == {"()": "marabunta_site.line_log.Lines"}
    record = logging.LogRecord("games.worker", logging.WARNING, "", 0, "late", None, None)
    record.created, record.msecs = 1_763_500_000.25, 250.0
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        assert Lines().format(record) == "2025-11-18T21:06:40.250+00:00 WARNING games.worker: late"
    finally:
        monkeypatch.undo()
        time.tzset()
