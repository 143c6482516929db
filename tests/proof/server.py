"""The site as it runs for real: a folder and a database of its own, and Daphne processes that serve it."""

import contextlib
import http.client
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlencode, urlsplit

import psycopg

from tests.with_services import free_port

ROOT = Path(__file__).resolve().parents[2]
ARGUMENTS = ["--bind", "127.0.0.1", "--access-log", os.devnull, "--port"]
IDLE = 20  # seconds: long before Daphne gives up a connection that nobody uses, after 60
TOKEN = "c" * 32  # a browser's, against forged requests: the same in its cookie and in its header


@dataclass(frozen=True)
class Site:
    """Where it lives: what every process of it is told by its environment."""

    environment: Mapping[str, str]

    @property
    def complaints(self) -> Path:
        """What its servers write on their standard error."""
        return Path(self.environment["DATA_DIR"]) / "complaints"

    def errors(self) -> str:
        """The last of what they complained of; a refused act is worth a warning, no more."""
        lines = self.complaints.read_text().splitlines()
        return "\n".join([line for line in lines if " WARNING django.request: " not in line][-60:])

    def run(self, *arguments: str) -> str:
        """A Python program to its end; its standard output."""
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout

    def peopled(self, *, games: int) -> Any:
        """Two people who are logged in, and so many games of each kind between them."""
        return json.loads(self.run("-m", "tests.proof.people", str(games)))

    def verified(self) -> dict[str, int]:
        """The counts of ``verify_games``; fails with its lines when it finds a fault."""
        command = [sys.executable, "manage.py", "verify_games", "--json"]
        done = subprocess.run(command, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 0, done.stdout
        counts: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
        return counts


class Server:
    """One Daphne process."""

    def __init__(self, site: Site, port: int) -> None:
        self.site = site
        self.port = port
        self._launch()

    def start(self) -> None:
        """Once more, at the same address; returns when it answers."""
        self._launch()
        wait_until_it_answers(self.port)

    @property
    def pid(self) -> int:
        return self._process.pid

    def stop(self) -> int:
        """Tell it to end. Returns its exit code."""
        self._process.terminate()
        return self._process.wait(30)

    def _launch(self) -> None:
        with self.site.complaints.open("a") as complaints:
            command = [sys.executable, "-m", "marabunta_site.server", *ARGUMENTS, str(self.port)]
            self._process = subprocess.Popen(command, cwd=ROOT, env=self.site.environment, stderr=complaints)


class Nursery:
    """A process that has loaded the site, and forks a Daphne process when asked: one starts in a tenth of a second."""

    def __init__(self, site: Site, port: int) -> None:
        self._port = port
        with site.complaints.open("a") as complaints:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.proof.nursery", str(port)],
                cwd=ROOT,
                env=site.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
            )
        self._child: int | None = None

    def start(self) -> None:
        """A new Daphne process; returns when it answers."""
        self._say("start")
        self._child = int(self._hear())
        wait_until_it_answers(self._port)

    def kill(self) -> None:
        """kill -9: no goodbye, no cleaning up."""
        if self._child is not None:
            os.kill(self._child, signal.SIGKILL)
            assert self._hear() == f"{self._child} ended by signal 9"
            self._child = None

    def stop(self) -> None:
        self.kill()
        self._process.communicate("stop\n", timeout=30)

    def _say(self, word: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


class Asks(Protocol):
    """What players need of a browser."""

    def get(self, path: str, /) -> tuple[int, bytes]: ...

    def post(self, path: str, fields: Mapping[str, object], /) -> tuple[int, bytes]: ...


class Browser:
    """Somebody's connection to one server, kept open while it is in use; from another address, if one is given."""

    def __init__(self, port: int, session: str, *, source: str = "127.0.0.1") -> None:
        self._used = time.monotonic()
        self.location = ""  # where the last answer leads
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=(source, 0))
        self._headers = {"Cookie": f"sessionid={session}; csrftoken={TOKEN}", "X-CSRFToken": TOKEN}

    def close(self) -> None:
        self._connection.close()

    def get(self, path: str) -> tuple[int, bytes]:
        return self._exchange("GET", path, None, self._headers)

    def post(self, path: str, fields: Mapping[str, object]) -> tuple[int, bytes]:
        headers = self._headers | {"Content-Type": "application/x-www-form-urlencoded"}
        return self._exchange("POST", path, urlencode(fields), headers)

    def _exchange(self, method: str, path: str, body: str | None, headers: Mapping[str, str]) -> tuple[int, bytes]:
        """Raises OSError or HTTPException when the answer is lost."""
        if time.monotonic() - self._used > IDLE:
            self.close()
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
            said = answer.read()
            self.location = answer.headers.get("Location", "")
            self._used = time.monotonic()
            return answer.status, said
        except BaseException:
            self.close()  # the next request opens it anew
            raise


def wait_until_it_answers(port: int) -> None:
    deadline = time.monotonic() + 90  # on a busy machine it takes its time to start
    while True:
        with contextlib.suppress(OSError), contextlib.closing(http.client.HTTPConnection("127.0.0.1", port)) as asking:
            asking.request("GET", "/healthz")
            if asking.getresponse().status == 200:
                return
        assert time.monotonic() < deadline, "the server does not answer"
        time.sleep(0.02)


@contextlib.contextmanager
def new_site() -> Iterator[Site]:
    """On SQLite; on a new database of PostgreSQL where the tests were given one."""
    with contextlib.ExitStack() as kept:
        folder = kept.enter_context(tempfile.TemporaryDirectory())
        environment = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
        environment |= {
            "DJANGO_SETTINGS_MODULE": "marabunta_site.settings",
            "DATA_DIR": folder,
            "DEBUG": "false",
            "HTTPS": "false",
            "ALLOWED_HOSTS": "127.0.0.1",
            "SECRET_KEY": secrets.token_urlsafe(64),
            "LIMITS": "false",  # faster than any person
            "MOST_GAMES": "100000",
            "MAIL_PICTURE_WIDTH": "0",  # drawing takes longer than all that is proved here
        }
        if os.environ.get("TEST_SERVICES"):
            environment["DATABASE_URL"] = kept.enter_context(new_database(os.environ["DATABASE_URL"]))
        else:
            environment.pop("DATABASE_URL", None)
            environment.pop("REDIS_URL", None)
        site = Site(environment)
        for command in (["migrate"], ["collectstatic", "--no-input"]):
            site.run("manage.py", *command, "--verbosity", "0")
        yield site


@contextlib.contextmanager
def new_database(url: str) -> Iterator[str]:
    name = f"proof_{secrets.token_hex(8)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    try:
        yield urlsplit(url)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextlib.contextmanager
def serving(site: Site, *, processes: int) -> Iterator[Sequence[int]]:
    """So many Daphne processes on one database; their ports."""
    servers: list[Server] = []
    try:
        servers += [Server(site, free_port()) for _ in range(processes)]
        for server in servers:
            wait_until_it_answers(server.port)
        yield [server.port for server in servers]
    finally:
        for server in servers:
            server.stop()
