"""Loads the site once and forks a Daphne process for every line ``start``: ``python -m tests.proof.nursery PORT``.

Nothing that must not be shared is loaded before the fork: no reactor, no connection to a database.
"""

import os
import select
import signal
import sys
from importlib import import_module

import django

from tests.proof.server import ARGUMENTS

PRELOADED = [
    "autobahn.twisted.websocket",
    "channels.routing",
    "marabunta_site.urls",
    "twisted.internet.endpoints",
    "twisted.internet.ssl",
    "twisted.web.http",
]


def main(port: str) -> None:
    django.setup()
    for name in PRELOADED:
        import_module(name)
    assert "twisted.internet.reactor" not in sys.modules
    for line in sys.stdin:
        if line.strip() != "start":
            return
        child = os.fork()
        if child == 0:
            serve(port)
        print(child, flush=True)
        print(f"{child} ended by signal {os.WTERMSIG(end_of(child))}", flush=True)


def end_of(child: int) -> int:
    """How it ended; should whoever asked for it be gone, it ends too."""
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        if select.select([sys.stdin], [], [], 0.02)[0]:
            os.kill(child, signal.SIGKILL)


def serve(port: str) -> None:
    server = import_module("marabunta_site.server")  # it brings the reactor along

    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)  # mails are printed there, and whoever asked for it listens for other things
    server.main([*ARGUMENTS, port])
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
