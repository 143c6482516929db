"""The real server, Daphne in its own process, set up as in production but for HTTPS; and the browser that drives it."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first is the quickest
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync"""


class Site:
    """The site in a process of its own, which can be killed and started again at the same address."""

    def __init__(self, data: Path, mails: Path, module: str = "marabunta_site.settings") -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        settings = {
            "BOT_FIRST_PAUSE": "0.05",
            "BOT_PAUSE": "0.01",
            "DATA_DIR": str(data),
            "DEBUG": "false",
            "DJANGO_SETTINGS_MODULE": module,
            "EMAIL_URL": f"filemail:///{mails}",
            "HTTPS": "false",
            "STAFF_MFA": "false",  # which has tests of its own
        }
        self.url = f"http://127.0.0.1:{port}"
        self._environment = {**os.environ, **settings}
        self._helpers: dict[str, subprocess.Popen[str]] = {}
        self._daphne = [sys.executable, "-m", "marabunta_site.server", "--port", str(port)]
        for command in (["migrate"], ["collectstatic", "--no-input"]):
            self.run("manage.py", *command, "-v0")

    def start(self) -> None:
        self._process = subprocess.Popen(self._daphne, cwd=ROOT, env=self._environment)
        wait_for(f"{self.url}/healthz", self._process)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(30)
        for helper in self._helpers.values():
            helper.communicate(timeout=30)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(10)

    def session_of(self, name: str, role: str) -> str:
        """The key of a session of somebody who has that role here."""
        return self.ask("tests.e2e.let_in", f"{name} {role}")

    def lay_out(self, decision: str, *, has_bot: bool) -> tuple[str, str, str]:
        """A new game in which a decision is to be made: its address, and a session of the looker and of the other."""
        path, looker, other = self.ask("tests.e2e.laying_out", f"{'bot' if has_bot else 'person'} {decision}").split()
        return path, looker, other

    def ask(self, module: str, line: str) -> str:
        """The answer of a program that is kept at hand on behalf of the site, to a line on its standard input."""
        if module not in self._helpers:
            command, pipe = [sys.executable, "-m", module], subprocess.PIPE
            self._helpers[module] = subprocess.Popen(
                command, cwd=ROOT, env=self._environment, stdin=pipe, stdout=pipe, text=True, bufsize=1
            )
        helper = self._helpers[module]
        assert helper.stdin and helper.stdout
        print(line, file=helper.stdin, flush=True)
        return helper.stdout.readline().strip()

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
    raise AssertionError("the server does not answer")


@dataclass(frozen=True)
class Played:
    """Two people with many games, as tests.e2e.played_games makes them."""

    sessions: list[str]
    replayed: int  # a game of Mabula that is over
