"""Real workers on one database: games of bots for them, and what they have done.

``python -m tests.proof.workers`` is the bots' loop of a worker in a process of its own, which notes every thought, or
thinks as BRAIN says (tests.games.brains).
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import psycopg

from tests.proof.server import ROOT, Site

WORKER = ("manage.py", "worker")
NOTING = ("-m", "tests.proof.workers")
LOOKING = "looking"  # a file with the processes of those that have begun to look for bots to move
LOOKS = "looks"  # a file with their looks: by whom, whether a lease was over before it, whether a game was found
MAKE = """
import json, sys
from accounts.models import User
from games.contract import Seat
from games.lobby import challenges
from games.lobby.start import Agreement, NewPlayer, new_secret, start_game
for kind, person, bots in json.loads({wanted!r}):
    if person:
        user, _ = User.objects.get_or_create(username=person, email=person + "@example.org")
        challenges.play_bot(user=user, bot=bots[0], agreement=Agreement(kind, {{}}), seat=Seat.TWO)
    else:
        players = NewPlayer(bot=bots[0]), NewPlayer(bot=bots[1])
        start_game(agreement=Agreement(kind, {{}}), players=players, is_public=True, sealed=new_secret())
"""


def start_games(site: Site, wanted: list[tuple[str, str, tuple[str, ...]]]) -> None:
    """Games of a kind: of a person in seat two against a bot, or without a person of two bots."""
    site.run("manage.py", "shell", "--no-imports", "--command", MAKE.format(wanted=json.dumps(wanted)))


@contextmanager
def working(site: Site, number: int, program: tuple[str, ...] = WORKER) -> Iterator[list[subprocess.Popen[bytes]]]:
    """So many workers. Those that are not killed end when they are told to."""
    with ExitStack() as stack:
        complaints = stack.enter_context(site.complaints.open("a"))
        workers = [
            subprocess.Popen([sys.executable, *program], cwd=ROOT, env=site.environment, stderr=complaints)
            for _ in range(number)
        ]
        try:
            yield workers
        finally:
            for worker in workers:
                worker.terminate()
            for worker in workers:
                worker.wait(30)


def ask(site: Site, query: str) -> list[tuple[Any, ...]]:
    """Rows of the site's database."""
    url = site.environment.get("DATABASE_URL")
    if url:
        with psycopg.connect(url) as connection:
            return connection.execute(query).fetchall()
    with closing(sqlite3.connect(Path(site.environment["DATA_DIR"]) / "db.sqlite3", timeout=20)) as connection:
        return connection.execute(query).fetchall()


def moves_of_seats(site: Site) -> int:
    return int(ask(site, "SELECT count(*) FROM games_event WHERE act = 'move' AND seat IS NOT NULL")[0][0])


def wait_until(is_so: Callable[[], object], site: Site, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, site.errors()
        time.sleep(0.02)


def main() -> None:
    import django  # noqa: PLC0415 - the processes that think import this module, and no framework

    django.setup()

    from django.conf import settings  # noqa: PLC0415
    from django.db.models.functions import Now  # noqa: PLC0415

    from games.bots import scheduler  # noqa: PLC0415
    from games.bots.pool import BotPool  # noqa: PLC0415
    from games.bots.scheduler import BotScheduler  # noqa: PLC0415
    from games.live import wakeups  # noqa: PLC0415
    from games.models import Claim  # noqa: PLC0415
    from tests.games import brains  # noqa: PLC0415

    stop, look = Event(), scheduler.find_waiting_bots

    def look_and_note(*given: Any, **options: Any) -> Any:
        is_over = Claim.objects.filter(until__lt=Now()).exists()
        found = look(*given, **options)
        with (Path(settings.DATA_DIR) / LOOKS).open("a") as looks:
            looks.write(f"{os.getpid()} {'over' if is_over else '-'} {'found' if found else '-'}\n")
        return found

    scheduler.find_waiting_bots = look_and_note

    def end(*_: object) -> None:
        stop.set()
        wakeups.BOTS.set()

    signal.signal(signal.SIGTERM, end)
    pool = BotPool(settings.BOT_PROCESSES)
    pool.think = getattr(brains, os.environ.get("BRAIN", "note_and_think"))
    loop = Thread(target=BotScheduler(pool).run, args=(stop,))
    listener = Thread(target=wakeups.listen, args=(stop,), daemon=True)
    for thread in (loop, listener):
        thread.start()
    with (Path(settings.DATA_DIR) / LOOKING).open("a") as looking:
        looking.write(f"{os.getpid()}\n")
    while loop.is_alive():  # the signal is handled in this thread
        loop.join(0.5)


if __name__ == "__main__":
    main()
    os._exit(0)
