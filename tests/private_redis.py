"""A Redis server for one test, which the test may kill, stop and start again."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.with_services import as_nobody, free_port, private_folder, redis_answers

PROGRAM = shutil.which("redis-server")
needs_redis = pytest.mark.skipif(PROGRAM is None, reason="needs redis-server")


class Redis:
    """Its address stays the same when it is started again."""

    def __init__(self, folder: str) -> None:
        port = free_port()
        self.url = f"redis://127.0.0.1:{port}/0"
        self.command = [PROGRAM or "", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]

    def start(self) -> None:
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = as_nobody(subprocess.Popen, self.command, **silent)
        while not redis_answers(self.url):
            assert self.process.poll() is None
            time.sleep(0.05)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        os.kill(self.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.process.pid, signal.SIGCONT)


@contextmanager
def private_redis() -> Iterator[Redis]:
    with private_folder() as folder:
        server = Redis(folder)
        server.start()
        try:
            yield server
        finally:
            server.kill()
