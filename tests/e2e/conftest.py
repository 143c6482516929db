"""A real browser on the real server: Daphne in its own process, set up as in production but for HTTPS."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, Request

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync"""


def pytest_configure() -> None:
    if CHROMIUM is None:
        raise pytest.UsageError("The browser tests need Chromium, and there is none on the path.")


@pytest.fixture(scope="session")
def mails(tmp_path_factory) -> Path:
    """The folder in which the site's mails arrive."""
    folder: Path = tmp_path_factory.mktemp("mails")
    return folder


@pytest.fixture(scope="session")
def server(tmp_path_factory, mails) -> Iterator[str]:
    """The address of the site, which runs while the tests do."""
    with serving(tmp_path_factory.mktemp("data"), mails) as address:
        yield address


class Site:
    """The site in a process of its own, which can be killed and started again at the same address."""

    def __init__(self, data: Path, mails: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        settings = {
            "DATA_DIR": str(data),
            "DEBUG": "false",
            "DJANGO_SETTINGS_MODULE": "marabunta_site.settings",
            "EMAIL_URL": f"filemail:///{mails}",
            "HTTPS": "false",
        }
        self.url = f"http://127.0.0.1:{port}"
        self._environment = {**os.environ, **settings}
        self._daphne = [sys.executable, "-m", "daphne", "--port", str(port), "marabunta_site.asgi:application"]
        for command in (["migrate"], ["collectstatic", "--no-input"]):
            self._run([sys.executable, "manage.py", *command, "-v0"])

    def start(self) -> None:
        self._process = subprocess.Popen(self._daphne, cwd=ROOT, env=self._environment)
        wait_for(f"{self.url}/healthz", self._process)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(10)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(10)

    def _run(self, command: list[str]) -> None:
        subprocess.run(command, cwd=ROOT, env=self._environment, check=True)


@contextmanager
def serving(data: Path, mails: Path) -> Iterator[str]:
    site = Site(data, mails)
    site.start()
    try:
        yield site.url
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
