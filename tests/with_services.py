"""Runs a command on PostgreSQL and Redis: ``python -m tests.with_services pytest``.

It takes the services that DATABASE_URL and REDIS_URL name, or else those that answer at the usual ports of this
machine, or else starts private ones in a temporary folder, which end with the command.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import psycopg
import redis

T = TypeVar("T")
Answers = Callable[[str], bool]


def main() -> int:
    with contextlib.ExitStack() as running:
        os.environ["DATABASE_URL"] = running.enter_context(database())
        os.environ["REDIS_URL"] = running.enter_context(cache())
        os.environ["TEST_SERVICES"] = "true"
        for name, variable in (("PostgreSQL", "DATABASE_URL"), ("Redis", "REDIS_URL")):
            print(f"{name} at {urlsplit(os.environ[variable]).netloc.rpartition('@')[2]}", flush=True)
        return subprocess.call(sys.argv[1:])


@contextlib.contextmanager
def database() -> Iterator[str]:
    if found := already("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres", postgresql_answers):
        yield found
        return
    initdb, postgres = (program(name, *Path("/usr/lib/postgresql").glob("*/bin")) for name in ("initdb", "postgres"))
    with private_folder() as folder:
        data = ["-D", f"{folder}/data"]
        as_nobody(
            subprocess.run,
            [initdb, *data, "-U", "postgres", "-A", "trust", "-N"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        port = free_port()
        settings = ["fsync=off", "listen_addresses=127.0.0.1", f"unix_socket_directories={folder}", f"port={port}"]
        command = [postgres, *data, *(word for setting in settings for word in ("-c", setting))]
        with server(command, f"postgres://postgres@127.0.0.1:{port}/postgres", postgresql_answers) as url:
            yield url


@contextlib.contextmanager
def cache() -> Iterator[str]:
    if found := already("REDIS_URL", "redis://127.0.0.1:6379/15", redis_answers):
        yield found
        return
    with private_folder() as folder:
        port = free_port()
        command = [program("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        with server(command, f"redis://127.0.0.1:{port}/0", redis_answers) as url:
            yield url


def already(variable: str, usual: str, answers: Answers) -> str | None:
    """The address of a service that runs already."""
    if named := os.environ.get(variable):
        if not answers(named):
            sys.exit(f"Nothing answers at the address in {variable}.")
        return named
    return usual if answers(usual) else None


def postgresql_answers(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            row = connection.execute("SELECT rolcreatedb FROM pg_roles WHERE rolname = current_user").fetchone()
            return row == (True,)
    except psycopg.OperationalError:
        return False


def redis_answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=5) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def program(name: str, *places: Path) -> str:
    """Where a program lies: on the path, or in the newest of these places."""
    newest_last = sorted(places, key=lambda place: [int(part) for part in place.parts if part.isdigit()])
    path = os.pathsep.join([os.environ.get("PATH", ""), *map(str, reversed(newest_last))])
    return shutil.which(name, path=path) or sys.exit(
        f"The tests on services need PostgreSQL and Redis: neither does a server answer, nor is {name} installed."
    )


@contextlib.contextmanager
def private_folder() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        if os.geteuid() == 0:
            shutil.chown(folder, "nobody")
        yield folder


def as_nobody(run: Callable[..., T], command: Sequence[str], **options: object) -> T:
    """PostgreSQL refuses to work for root."""
    return run(command, user="nobody" if os.geteuid() == 0 else None, cwd="/", **options)


@contextlib.contextmanager
def server(command: Sequence[str], url: str, answers: Answers) -> Iterator[str]:
    process = as_nobody(subprocess.Popen, command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 30
        while not answers(url):
            if process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"{command[0]} did not start.")
            time.sleep(0.1)
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    sys.exit(main())
