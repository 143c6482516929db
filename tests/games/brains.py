"""Bots that misbehave, for processes that think; and some that say where they think, and how often."""

import os
import time
from pathlib import Path

from games.bots import pool
from games.bots.pool import Decision, Task


def think_for_a_minute(task: Task) -> Decision:
    time.sleep(60)
    return pool.think(task)


def never_come_to_an_end(task: Task) -> Decision:
    while True:
        pass


def tell_where(task: Task) -> Decision:
    return Decision(f"{os.getpid()} {os.nice(0)}", 0.0)


def note_and_think(task: Task) -> Decision:
    """A line for each thought, with the worker that it is for, in the folder of the site."""
    with (Path(os.environ["DATA_DIR"]) / "thoughts").open("a") as notes:
        notes.write(f"{os.getppid()}\n")
    return pool.think(task)


def wait_and_think(task: Task) -> Decision:
    """As long as a queen in a crowd, but without a processor."""
    time.sleep(0.3)
    return pool.think(task)


def stumble(task: Task) -> Decision:
    raise ZeroDivisionError("a thought too many")


def cheat(task: Task) -> Decision:
    return Decision("a9-z0", 0.0)
