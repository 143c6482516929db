"""Loads the site once, and forks a worker that sends what is due for every line ``start``; prints its process id."""

import os
import signal
import sys
import time
from datetime import timedelta
from importlib import import_module

import django

django.setup()

from games.notify import sending  # noqa: E402
from games.notify.policy import SendingPolicy  # noqa: E402

# As patient as the site is, but in seconds instead of hours; and a kill may cost a mail any number of tries.
QUICK = SendingPolicy(
    lease=timedelta(seconds=2),
    first_wait=timedelta(milliseconds=50),
    longest_wait=timedelta(milliseconds=500),
    tries=1000,
    most_an_hour=1_000_000,
)


def main() -> None:
    import_module("games.notify.mail.letters")  # what a mail needs is loaded before the fork
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            work(os.getppid())
        print(child, flush=True)


def work(parent: int) -> None:
    while os.getppid() == parent:
        seconds = sending.deliver_due(policy=QUICK)
        time.sleep(min(0.05 if seconds is None else seconds, 0.05))
    os._exit(0)


if __name__ == "__main__":
    main()
