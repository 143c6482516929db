"""A site brought to the version that is installed, while it runs: backup, database, games replayed, processes anew.

Until the first restart the old processes go on, on the new database: migrations are written for that.
"""

from __future__ import annotations

import shlex
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic, sleep
from typing import Final

from django.conf import settings

from games.keeping import backup
from games.keeping.backup import Check
from games.keeping.faults import CannotKeep
from games.version import VERSION

ARROW: Final = " -> "
LONGEST_START: Final = 120.0  # seconds until a process that was restarted is ready
PATIENCE: Final = 0.5

Say = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Restart:
    """A command, and where what it restarts says that it is ready."""

    command: tuple[str, ...]
    ready: str | None


def upgrade(*, check: Check | None, say: Say) -> None:
    """Raises CannotKeep at the first thing that does not hold, with what to do; nothing after it is done."""
    restarts = restarts_of(settings.RESTART)  # a mistake in it shows before anything is done
    path, _, counts = backup.back_up(settings.DATA_DIR / "backups", check=check)
    say(f"1. Backup: {path}" + (f", {counts['games']} games replayed in it at version {VERSION}" if counts else ""))
    backup.manage_or_fail("migrate", "--no-input", "--verbosity", "0")
    say(f"2. The database is that of version {VERSION}.")
    backup.manage_or_fail("collectstatic", "--no-input", "--verbosity", "0")
    say("3. The static files are collected.")
    if check is not None:
        try:
            found = backup.replayed(check)
        except CannotKeep as problem:
            raise CannotKeep(
                f"{problem}\nNothing was restarted: the old version goes on. Look at that game, or go back to {path}."
            ) from None
        say(f"4. Replayed: {found['games']} games, {found['events']} events, no faults.")
    for restart in restarts:
        _carry_out(restart)
        say(f"5. Restarted: {shlex.join(restart.command)}" + (f", ready at {restart.ready}" if restart.ready else ""))
    if not restarts:
        say("5. Now restart the site, one process after the other. RESTART can say how: see docs/operations.md.")


def restarts_of(text: str) -> list[Restart]:
    """``command -> http://127.0.0.1:8001/readyz; command``: one after the other. Raises CannotKeep."""
    found = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        command, _, ready = part.partition(ARROW.strip())
        try:
            words = tuple(shlex.split(command))
        except ValueError as problem:
            raise CannotKeep(f"RESTART cannot be read at {part!r}: {problem}.") from None
        if not words or (ready and not ready.strip().startswith(("http://", "https://"))):
            raise CannotKeep(f"RESTART cannot be read at {part!r}. Write: command{ARROW}http://127.0.0.1:8001/readyz")
        found.append(Restart(words, ready.strip() or None))
    return found


def _carry_out(restart: Restart) -> None:
    try:
        done = subprocess.run(
            restart.command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
        )
    except OSError as problem:
        raise CannotKeep(f"{shlex.join(restart.command)}: {problem}. {_HALF}") from None
    if done.returncode:
        raise CannotKeep(f"{shlex.join(restart.command)}: {done.stderr.strip() or done.returncode}. {_HALF}")
    if restart.ready and (said := _wait_for(restart.ready)):
        raise CannotKeep(f"{restart.ready} is not ready after {LONGEST_START:.0f} seconds: {said}. {_HALF}")


_HALF: Final = "What comes after it was not restarted and goes on at the old version. Look at the log of this one."


def _wait_for(address: str) -> str:
    """Empty when it is ready; or what it said last."""
    host = next((name for name in settings.ALLOWED_HOSTS if not name.startswith((".", "*"))), "localhost")
    request = urllib.request.Request(address, headers={"Host": host})  # noqa: S310 - restarts_of has looked at it
    deadline, said = monotonic() + LONGEST_START, ""
    while monotonic() < deadline:
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:  # nosec B310 # noqa: S310 - as above
                if answer.status == 200:
                    return ""
        except urllib.error.HTTPError as answer:
            said = answer.read(2000).decode(errors="replace").strip()
        except OSError as problem:
            said = str(problem)
        sleep(PATIENCE)
    return said or "no answer"
