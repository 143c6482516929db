"""A real browser on the real server: Daphne in its own process, set up as in production but for HTTPS."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first is the quickest
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync"""


def pytest_configure() -> None:
    if CHROMIUM is None:
        raise pytest.UsageError("The browser tests need Chromium, and there is none on the path.")
    expect.set_options(timeout=15_000)  # also where others use the machine


@pytest.fixture(scope="session")
def mails(tmp_path_factory) -> Path:
    """The folder in which the site's mails arrive."""
    folder: Path = tmp_path_factory.mktemp("mails")
    return folder


@pytest.fixture(scope="session")
def site(tmp_path_factory, mails) -> Iterator["Site"]:
    """The site, which runs while the tests do."""
    with serving(tmp_path_factory.mktemp("data"), mails) as site:
        yield site


@pytest.fixture(scope="session")
def server(site: "Site") -> str:
    return site.url


@pytest.fixture
def let_in(site: "Site", browser: Browser, browser_context_args) -> Iterator[Callable[..., Page]]:
    """Open a browser of their own for a member, a moderator or an administrator."""
    contexts: list[BrowserContext] = []

    def let_in(name: str, role: str = "member", **options: Any) -> Page:
        context = browser.new_context(**{**browser_context_args, **options})
        context.add_cookies([{"name": "sessionid", "value": site.session_of(name, role), "url": site.url}])
        contexts.append(context)
        return context.new_page()

    yield let_in
    for context in contexts:
        context.close()


class Site:
    """The site in a process of its own, which can be killed and started again at the same address."""

    def __init__(self, data: Path, mails: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        settings = {
            "BOT_FIRST_PAUSE": "0.05",
            "BOT_PAUSE": "0.01",
            "DATA_DIR": str(data),
            "DEBUG": "false",
            "DJANGO_SETTINGS_MODULE": "marabunta_site.settings",
            "EMAIL_URL": f"filemail:///{mails}",
            "HTTPS": "false",
            "STAFF_MFA": "false",  # which has tests of its own
        }
        self.url = f"http://127.0.0.1:{port}"
        self._environment = {**os.environ, **settings}
        self._porter: subprocess.Popen[str] | None = None
        self._daphne = [sys.executable, "-m", "daphne", "--port", str(port), "marabunta_site.asgi:application"]
        for command in (["migrate"], ["collectstatic", "--no-input"]):
            self.run("manage.py", *command, "-v0")

    def start(self) -> None:
        self._process = subprocess.Popen(self._daphne, cwd=ROOT, env=self._environment)
        wait_for(f"{self.url}/healthz", self._process)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(30)
        if self._porter:
            self._porter.communicate(timeout=30)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(10)

    def session_of(self, name: str, role: str) -> str:
        """The key of a session of somebody who has that role here."""
        if self._porter is None:
            command, pipe = [sys.executable, "-m", "tests.e2e.let_in"], subprocess.PIPE
            self._porter = subprocess.Popen(
                command, cwd=ROOT, env=self._environment, stdin=pipe, stdout=pipe, text=True, bufsize=1
            )
        assert self._porter.stdin and self._porter.stdout
        print(name, role, file=self._porter.stdin, flush=True)
        return self._porter.stdout.readline().strip()

    def run(self, *arguments: str) -> str:
        """A Python program on behalf of the site, to its end; its standard output."""
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=ROOT, env=self._environment, stdout=subprocess.PIPE, text=True, check=True)
        return done.stdout


@contextmanager
def serving(data: Path, mails: Path) -> Iterator[Site]:
    site = Site(data, mails)
    site.start()
    try:
        yield site
    finally:
        site.stop()


def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(150):
        assert process.poll() is None, "the server ended"
        try:
            urlopen(url, timeout=5).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the server does not answer")


@pytest.fixture(scope="session")
def browser_type_launch_args():
    return {"executable_path": CHROMIUM, "args": FLAGS.split()}


@pytest.fixture
def browser_context_args(server):
    return {"base_url": server, "viewport": {"width": 1440, "height": 1000}}


@pytest.fixture(autouse=True)
def complaints(page: Page) -> Iterator[list[str]]:
    """What the browser finds wrong; at the end of a test there must be nothing left in it."""
    found: list[str] = []
    page.on("console", lambda message: found.extend([message.text] * (message.type in ("error", "warning"))))
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("requestfailed", lambda request: found.extend(_failure(request)))
    yield found
    assert found == []


def _failure(request: Request) -> list[str]:
    """What the browser itself calls off, because it leaves the page, has not failed."""
    is_called_off = request.failure == "net::ERR_ABORTED" and not request.is_navigation_request()
    return [] if is_called_off else [f"{request.url}: {request.failure}"]
