"""A database of SQLite, copied while the site runs, and put in its place while it does not."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from django.db import connection

from games.keeping.faults import CannotKeep
from games.keeping.held import Held, held

BESIDE: Final = ("-wal", "-shm", "-journal")


def dump(file: Path) -> Held:
    """Copy it in one transaction that reads: whoever writes meanwhile goes on, and is not in it.

    Never a copy of the file: what was committed last stands in another one, the write-ahead log.
    """
    place = place_of_the_site()
    needed = sum(part.stat().st_size for part in _parts(place) if part.exists())
    if shutil.disk_usage(file.parent).free < 2 * needed:
        raise CannotKeep(
            f"There is too little room in {file.parent}: {2 * needed // 1_000_000 + 1} MB are needed for a while."
        )
    with closing(_connected(place)) as source, closing(_connected(file)) as target:
        source.backup(target)
        problem = target.execute("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise CannotKeep(f"The database is damaged: {problem}. Restore an older archive.")
        target.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        return held(target)


def put_in_place(file: Path, *, stamp: str) -> list[str]:
    """Returns what became of the database that was there."""
    place = place_of_the_site()
    said = []
    with _nobody_else(place):
        for part in _parts(place):
            if part.exists() and part.stat().st_size:
                kept = part.with_name(f"{part.name}-replaced-{stamp}")
                part.rename(kept)
                said.append(f"The database that was there is now {kept}.")
            else:
                part.unlink(missing_ok=True)
        shutil.copyfile(file, draft := place.with_name(f".{place.name}-{stamp}"))
        draft.chmod(0o600)
        draft.replace(place)
    return said


def held_in(file: Path) -> Held:
    with closing(_connected(file)) as database:
        return held(database)


def place_of_the_site() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


@contextmanager
def _nobody_else(place: Path) -> Iterator[None]:
    """Refuse while another process has the database open: it would go on writing into the old one."""
    if place.exists() and place.stat().st_size:
        connection.close()
        try:
            with closing(_connected(place)) as own:
                own.execute("PRAGMA journal_mode=DELETE")  # succeeds where nobody else has it open, and empties the log
        except sqlite3.OperationalError as locked:
            if "locked" not in str(locked):
                raise CannotKeep(f"The database that is there cannot be opened: {locked}. Move it away.") from None
            raise CannotKeep("The site is running. Stop it, restore, then start it again.") from None
        except sqlite3.DatabaseError:
            pass  # it is none any more: that may be why somebody restores
    yield


def _connected(place: Path) -> Any:
    return sqlite3.connect(place, timeout=0 if place == place_of_the_site() else 20)


def _parts(place: Path) -> list[Path]:
    return [place, *(place.with_name(place.name + ending) for ending in BESIDE)]
