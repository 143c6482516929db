"""A whole production site on this machine, as the files in deploy/ describe it, behind a real nginx with TLS.

PostgreSQL and Redis are those of tests/with_services.py: ``make stack``.
"""

import http.client
import os
import re
import secrets
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from games.contract import Seat
from tests.proof.server import Browser, Site, new_database, wait_until_it_answers
from tests.proof.test_at_once import play_turn, position, to_move
from tests.proof.workers import wait_until
from tests.stack.units import NAME, NGINX, Process, nginx, statuses, written
from tests.stack.visitor import Post, Visitor, heads, sign_up
from tests.tokens import TOKEN, TOKENS
from tests.with_services import free_port

pytestmark = pytest.mark.skipif(
    not os.environ.get("TEST_SERVICES") or NGINX is None, reason="needs services and nginx: make stack"
)
PLAYED = """
from accounts.models import User
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement
ada, ben = (User.objects.get(username=name) for name in ("ada", "ben"))
offer = challenges.challenge(creator=ada, agreement=Agreement("mabula", {}), seat=Seat.ONE)
print(challenges.accept(challenge_id=offer.pk, user=ben).pk)
"""


class Stack(NamedTuple):
    site: Site
    web: list[Process]
    worker: Process
    ports: list[int]  # of the web processes
    http: int
    https: int
    tls: ssl.SSLContext
    answers: Path  # of nginx
    post: Post
    seconds: float  # that it took to start


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    began = time.monotonic()
    folder = tmp_path_factory.mktemp("stack")
    data, proxied = folder / "var", folder / "nginx"
    for each in (data, proxied):
        each.mkdir()
    with ExitStack() as kept:
        post = Post(free_port())
        post.start()
        kept.callback(post.stop)
        (folder / "settings.env").write_text(
            f"ALLOWED_HOSTS={NAME}\nDATA_DIR={data}\nDEFAULT_FROM_EMAIL='Marabunta <games@{NAME}>'\n"
            f"EMAIL_URL=smtp://127.0.0.1:{post.port}\nHTTPS=true\nREDIS_URL={os.environ['REDIS_URL']}\n"
            f"SECRET_KEY={secrets.token_urlsafe(64)}\nMAIL_PICTURE_WIDTH=0\nBOT_FIRST_PAUSE=0\nBOT_PAUSE=0\n"
            f"DATABASE_URL={kept.enter_context(new_database(os.environ['DATABASE_URL']))}\nWEB_THREADS=8\n"
        )
        environment = {"PATH": os.environ["PATH"], "ENV_FILE": str(folder / "settings.env"), "DATA_DIR": str(data)}
        site = Site({**environment, "DJANGO_SETTINGS_MODULE": "marabunta_site.settings"})
        for command in ("migrate", "collectstatic"):
            site.run("manage.py", command, "--no-input", "--verbosity", "0")
        ports = four_digits(2)
        web = [Process(site, "marabunta-web@.service", str(port)) for port in ports]
        worker = Process(site, "marabunta-worker.service")
        for process in (*web, worker):
            kept.callback(process.stop)
        http_port, https_port = free_port(), free_port()
        configuration = written(proxied, http=http_port, https=https_port, web=ports, data=data)
        answers = kept.enter_context(nginx(configuration))
        for port in ports:
            wait_until_it_answers(port)
        tls = ssl.create_default_context(cafile=str(proxied / "certificate.pem"))
        seconds = time.monotonic() - began
        yield Stack(site, web, worker, ports, http_port, https_port, tls, answers, post, seconds)
        assert [process.stop() for process in (*web, worker)] == [0, 0, 0], site.errors()
        assert "Traceback" not in site.complaints.read_text()


def is_ready(inside: Browser) -> bool:
    return inside.get("/readyz")[0] == 200


def four_digits(count: int) -> list[int]:
    """Free ports below 10,000: with a 1 before it each has a port for its metrics."""
    found: list[int] = []
    for port in range(9200, 9300):
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=1)) as asked:
            try:
                asked.connect()
            except ConnectionRefusedError:
                found.append(port)
        if len(found) == count:
            return found
    raise AssertionError("no free port")


def test_people_sign_up_play_and_hear_of_each_other_while_a_process_is_restarted(stack):
    ada, ben = Visitor(stack.https, stack.tls), Visitor(stack.https, stack.tls)
    for name, visitor in (("ada", ada), ("ben", ben)):
        sign_up(visitor, name, stack.post)
    game = int(stack.site.run("manage.py", "shell", "--no-imports", "--command", PLAYED))
    browsers = {Seat.ONE: ada, Seat.TWO: ben}

    # A move through the proxy; the other hears of it at once, and by mail.
    with ben.page(game) as page:
        signals = page.signals()
        before = next(signals)["seq"]
        play_turn(browsers, game)
        assert any(signal.get("seq", 0) > before for signal in signals)
    play_turn(browsers, game)
    play_turn(browsers, game)
    mail = stack.post.next_for("ben@players.example")
    assert f"https://{NAME}/games/{game}/" in mail.get_body(("plain",)).get_content()

    # A bot in the worker answers, and the page hears that from another process.
    assert ada.post("/play/", {"kind": "mabula", "bot": "larva", "seat": "1"})[0] == 303
    against = int(re.search(r"/games/(\d+)/", ada.location)[1])
    with ada.page(against) as page:
        signals = page.signals()
        moves = heads(ada.get(f"/games/{against}/record.json")[1])
        play_turn({Seat.ONE: ada}, against)
        wait_until(lambda: to_move({Seat.ONE: ada}, against) is Seat.ONE, stack.site, 30)
        assert heads(ada.get(f"/games/{against}/record.json")[1]) > moves + 1
        assert next(signals)["game"] == against

    # Each web process is restarted while they play on.
    played: list[int] = []
    faults: list[str] = []
    is_over = threading.Event()

    def play_on() -> None:
        while not is_over.is_set():
            try:
                _, state, rules = position(browsers, game)
                if not isinstance(rules.actor(state), Seat):
                    return
                play_turn(browsers, game)
                played.append(game)
            except Exception as fault:
                faults.append(repr(fault))
                return

    playing = threading.Thread(target=play_on)
    playing.start()
    for process, port in zip(stack.web, stack.ports, strict=True):
        assert process.stop() == 0, stack.site.errors()
        process.start()
        wait_until_it_answers(port)
    is_over.set()
    playing.join(60)
    assert faults == []
    assert len(played) >= 2
    given = statuses(stack.answers)
    assert not [status for status in given if status >= "500"], given
    assert given["303"] > 10 and given["101"] == 2
    assert stack.site.verified()["faults"] == 0


def test_everything_is_ready_inside_and_nothing_of_it_shows_outside(stack):
    for port in stack.ports:
        with closing(Browser(port, "nobody")) as inside:
            inside._headers["Host"] = NAME
            wait_until(partial(is_ready, inside), stack.site, 60)
        with closing(http.client.HTTPConnection("127.0.0.1", int(f"1{port}"), timeout=10)) as metrics:
            metrics.request("GET", "/metrics")
            assert b"marabunta_build_info" in metrics.getresponse().read()
    visitor = Visitor(stack.https, stack.tls)
    for path in ("/readyz", "/healthz", "/metrics"):
        assert visitor.get(path)[0] == 404
    assert visitor.headers["Server"] == "nginx"


def test_no_log_has_a_token_of_a_link_in_it(stack):
    visitor = Visitor(stack.https, stack.tls)
    for address in TOKENS:
        visitor.get(address, Referer=f"https://{NAME}{address}")
    for file in (stack.answers, stack.answers.with_name("faults"), stack.site.complaints):
        assert TOKEN not in file.read_text(), file.name
    assert '"/challenges/.../"' in stack.answers.read_text()


def test_who_comes_in_the_clear_is_sent_to_https(stack):
    with closing(http.client.HTTPConnection("127.0.0.1", stack.http, timeout=10)) as asking:
        asking.request("GET", "/lobby/", headers={"Host": NAME})
        answer = asking.getresponse()
        assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/lobby/")


def test_nginx_gives_static_files_with_the_headers_that_the_site_would(stack):
    visitor = Visitor(stack.https, stack.tls)
    status, page = visitor.get("/")
    assert status == 200
    secure = visitor.headers["Strict-Transport-Security"]
    (style, *_) = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page.decode())
    status, content = visitor.get(style)
    assert status == 200 and len(content) > 1000
    shown = {name: visitor.headers[name] for name in ("Content-Type", "Cache-Control", "X-Content-Type-Options")}
    assert shown == {
        "Content-Type": "text/css",
        "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
    }
    assert visitor.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert visitor.headers["Strict-Transport-Security"] == secure
    status, packed = visitor.get(style, **{"Accept-Encoding": "gzip"})
    assert visitor.headers["Content-Encoding"] == "gzip" and len(packed) < len(content)
    assert visitor.get("/static/../secret-key")[0] in (400, 404)
    assert visitor.get("/static/css/site.css")[0] == 200
    assert visitor.headers["Cache-Control"] == "public, max-age=60"


def test_a_body_that_is_too_large_does_not_reach_the_site(stack):
    visitor = Visitor(stack.https, stack.tls)
    visitor.get("/account/login/")
    assert visitor.post("/account/login/", {"login": "x" * 3_200_000})[0] == 413


def test_while_all_processes_are_away_visitors_read_that_nothing_was_saved(stack):
    visitor = Visitor(stack.https, stack.tls)
    for process in stack.web:
        assert process.stop() == 0
    status, page = visitor.get("/lobby/")
    assert status == 503
    assert "Nothing was saved" in page.decode()
    assert (visitor.headers["Retry-After"], visitor.headers["Cache-Control"]) == ("5", "no-store")
    for process, port in zip(stack.web, stack.ports, strict=True):
        process.start()
        wait_until_it_answers(port)
    assert visitor.get("/lobby/")[0] == 200
