"""A socket that floods a real Daphne is broken off, and nobody else waits; and what its log says of addresses."""

import os
import secrets
import socket
import struct
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, suppress

from tests.proof.fuzz import opening_of
from tests.proof.fuzz_grammar import framed
from tests.proof.server import ROOT, Browser, Site, new_site, serving, wait_until_it_answers
from tests.proof.test_sockets_age import Page
from tests.with_services import free_port

FRAMES = 275_000
LONGEST = 1.5  # seconds that anybody else may wait longer than usual meanwhile, on a busy machine


def test_a_flood_of_small_frames_ends_its_connection_and_delays_nobody():
    with ExitStack() as stack:
        plain = stack.enter_context(new_site())
        site = Site({**plain.environment, "LIMITS": "true", "REDIS_URL": "", "WORKER": "off"})
        people = site.peopled(games=1)
        session, game = next(iter(people["sessions"].values())), people["games"][-1]
        (port,) = stack.enter_context(serving(site, processes=1))
        other = Browser(port, session)
        stack.callback(other.close)
        usual = max(seconds_of(other) for _ in range(5))
        waits: list[float] = []
        flood = stack.enter_context(Page(port, session, game))
        next(flood.signals())
        broken = threading.Event()
        sending = threading.Thread(target=pour, args=(flood, broken))
        sending.start()
        while sending.is_alive():
            waits.append(seconds_of(other))
        assert broken.is_set()
        assert max(waits) < usual + LONGEST, (usual, waits)
        assert "Traceback" not in site.errors()


def seconds_of(browser: Browser) -> float:
    """How long a page takes."""
    began = time.monotonic()
    status, _ = browser.get("/rules/mabula/")
    assert status == 200
    return time.monotonic() - began


def pour(page: Page, broken: threading.Event) -> None:
    """Send all frames as fast as the server takes them."""
    text = b'{"visible":true}'
    some = (bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text) * 1000  # masked with zeroes
    try:
        for _ in range(FRAMES // 1000):
            page.connection.sendall(some)
    except OSError:
        broken.set()


def test_sockets_that_are_aborted_at_any_moment_leave_no_noise():
    with ExitStack() as stack:
        plain = stack.enter_context(new_site())
        site = Site({**plain.environment, "REDIS_URL": "", "WORKER": "off"})
        people = site.peopled(games=1)
        session, game = next(iter(people["sessions"].values())), people["games"][-1]
        (port,) = stack.enter_context(serving(site, processes=1))
        for number in range(60):
            with suppress(OSError), Page(port, session, game, is_waiting=False) as page:
                time.sleep(number % 12 * 0.008)
                if number % 2:
                    page.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset
        time.sleep(2.5)  # Daphne looks once a second what became of them
        browser = Browser(port, session)
        stack.callback(browser.close)
        assert browser.get("/healthz")[0] == 200
        assert site.errors() == ""


def test_sockets_that_close_while_they_are_opened_leave_no_noise():
    with ExitStack() as stack:
        plain = stack.enter_context(new_site())
        site = Site({**plain.environment, "REDIS_URL": "", "WORKER": "off"})
        people = site.peopled(games=1)
        session, game = next(iter(people["sessions"].values())), people["games"][-1]
        (port,) = stack.enter_context(serving(site, processes=1))
        opening = opening_of(port, session, f"/live/?game={game}")
        goodbye = framed(0x88, struct.pack(">H", 1000), mask=bytes(4))
        for _ in range(30):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
                connection.sendall(opening + goodbye)  # at once: it is read before there is anything to say
                connection.recv(4096)
                connection.settimeout(0.5)
                connection.recv(4096)
        browser = Browser(port, session)
        stack.callback(browser.close)
        assert browser.get("/healthz")[0] == 200
        assert site.errors() == ""


def test_no_token_stands_in_the_log_of_what_was_asked():
    token = secrets.token_urlsafe(12)
    with new_site() as site:
        log, port = site.complaints.with_name("asked"), free_port()
        command = ["-m", "daphne", "--access-log", str(log), "--port", str(port), "marabunta_site.asgi:application"]
        with site.complaints.open("a") as complaints:
            process = subprocess.Popen(
                [sys.executable, *command], cwd=ROOT, env={**os.environ, **site.environment}, stderr=complaints
            )
        try:
            wait_until_it_answers(port)
            browser = Browser(port, "nobody")
            assert browser.get(f"/challenges/{token}/")[0] == 404
            browser.close()
        finally:
            process.terminate()
            process.wait(30)
        assert "GET /challenges/…/" in log.read_text()
        assert token not in log.read_text() + site.complaints.read_text()
