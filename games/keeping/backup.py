"""A backup: written, opened, and every game in it replayed. And a site made of one again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from games.keeping import archive_file, owner, postgresql, sqlite
from games.keeping.archive_file import DATABASE_FILES, FORMAT, SECRET_KEY, BadArchive, Manifest
from games.keeping.faults import CannotKeep
from games.keeping.held import Held
from games.version import VERSION

ENDING: Final = ".tar.gz"
MANAGE: Final = Path(__file__).resolve().parents[2] / "manage.py"
PRECIOUS: Final = {"games_game": "games", "accounts_user": "people"}  # a site with any of them is not overwritten
LINES: Final = 10  # of faults that are shown
Counts = dict[str, int]


@dataclass(frozen=True, slots=True)
class Check:
    """How thoroughly a copy is looked at: ``newest`` games are replayed, or all of them."""

    newest: int | None = None

    @property
    def arguments(self) -> list[str]:
        return [] if self.newest is None else ["--newest", str(self.newest)]


def back_up(to: Path, *, check: Check | None) -> tuple[Path, Manifest, Counts | None]:
    """Write an archive, to this file or into this folder. Returns where it is, and what was replayed of it.

    Raises CannotKeep; after the writing too, when what was written does not hold.
    """
    owner.refuse_others()
    path = to if to.name.endswith(ENDING) else to / f"marabunta-{_stamp()}{ENDING}"
    if path.exists():
        raise CannotKeep(f"There is a file {path} already. Choose another name.")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _folder_in(path.parent) as folder:
        file, key = folder / DATABASE_FILES[connection.vendor], folder / SECRET_KEY
        made_at = timezone.now()
        found = _keeper().dump(file)
        _write_privately(key, settings.SECRET_KEY)
        manifest = _manifest(found, made_at, {each.name: archive_file.digest_of(each) for each in (file, key)})
        archive_file.write(path, manifest=manifest, files={each.name: each for each in (file, key)})
    return path, manifest, None if check is None else look_at(path, check)


def look_at(path: Path, check: Check) -> Counts:
    """Open an archive, bring its database to this version in another place, and replay its games.

    Raises CannotKeep where anything does not hold. So an upgrade is rehearsed, too.
    """
    with _folder_in(path.parent) as folder:
        manifest = archive_file.unpack(path, folder)
        with _copy(manifest, folder) as (found, environment):
            if found.counts != manifest.counts:
                raise CannotKeep(f"{path} does not hold what was counted when it was made. Use another archive.")
            _migrate(environment, of=str(path))
            return _replayed(environment, check, of=str(path))


def restore(path: Path, *, replace: bool, check: Check | None) -> tuple[Manifest, list[str], Counts | None]:
    """Make the site that of the archive, at this version. Returns what was done with what was there.

    Raises CannotKeep or BadArchive, and then nothing is changed; or, if the database of PostgreSQL was found wanting
    after all, says where the one before is.
    """
    owner.refuse_others()
    manifest = archive_file.read_manifest(path)
    _refuse_what_is_newer(path, manifest)
    if manifest.vendor != connection.vendor:
        raise CannotKeep(
            f"{path} holds a database of {manifest.vendor}, and this site has one of {connection.vendor}."
            " Set DATABASE_URL as on the site that it is of."
        )
    was_there = _precious()
    if was_there and not replace:
        raise CannotKeep(
            f"This site has {was_there}. Give --replace to put the archive in its place; what is there now is kept."
        )
    stamp = _stamp()
    with _folder_in(settings.DATA_DIR) as folder:
        archive_file.unpack(path, folder)
        file = folder / DATABASE_FILES[manifest.vendor]
        said, counts = [], None
        if manifest.vendor == "sqlite":
            environment = _environment(folder)
            counts = _migrated_and_replayed(environment, check, of=str(path))
            said += sqlite.put_in_place(file, stamp=stamp)
        else:
            if was_there:
                kept, *_ = back_up(settings.DATA_DIR / "backups" / f"replaced-{stamp}{ENDING}", check=None)
                said.append(f"The database that was there is now in {kept}.")
            postgresql.put_in_place(file)
            counts = _migrated_and_replayed({**os.environ}, check, of=" ".join(["The restored database.", *said]))
        said += _restore_key((folder / SECRET_KEY).read_text(), stamp)
    return manifest, said, counts


def replayed(check: Check) -> Counts:
    """The games of the site itself. Raises CannotKeep."""
    return _replayed(None, check, of="The database")


def all_but_the_newest(folder: Path, number: int) -> list[Path]:
    """Of the backups that were given no name of their own: their names begin with the time."""
    return sorted(folder.glob(f"marabunta-*{ENDING}"))[:-number]


def is_before_upgrade(migrations: list[str]) -> bool:
    """Whether a database with these migrations is that of an older version."""
    return bool(_migrations(and_replaced=False) - {*migrations})


def manage(*arguments: str, environment: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A command of manage.py, in a process of its own: it may be for another database, or read new settings."""
    return subprocess.run(
        [sys.executable, str(MANAGE), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def manage_or_fail(*arguments: str, environment: Mapping[str, str] | None = None) -> None:
    """Raises CannotKeep with what the command said last."""
    done = manage(*arguments, environment=environment)
    if done.returncode:
        raise CannotKeep(f"{arguments[0]}: {_last_lines(done.stderr)}")


def _keeper() -> Any:
    return {"sqlite": sqlite, "postgresql": postgresql}[connection.vendor]


def _manifest(found: Held, made_at: datetime, digests: dict[str, str]) -> Manifest:
    return Manifest(
        format=FORMAT,
        version=VERSION,
        is_before_upgrade=is_before_upgrade(found.migrations),
        made_at=made_at.isoformat(timespec="seconds"),
        vendor=connection.vendor,
        migrations=found.migrations,
        counts=found.counts,
        digests=digests,
    )


@contextmanager
def _copy(manifest: Manifest, folder: Path) -> Iterator[tuple[Held, dict[str, str]]]:
    """The unpacked database, where a command can open it; what it holds, and the environment of such a command."""
    if manifest.vendor == "sqlite":
        yield sqlite.held_in(folder / DATABASE_FILES["sqlite"]), _environment(folder)
        return
    with postgresql.second_database() as name:
        found = postgresql.load_copy(folder / DATABASE_FILES["postgresql"], name)
        yield found, {**_environment(folder), "DATABASE_URL": postgresql.address_of(name)}


def _environment(folder: Path) -> dict[str, str]:
    """Of a command that works on the copy in this folder. It shares nothing with the site that runs."""
    told = {**os.environ, "DATA_DIR": str(folder), "SECRET_KEY": (folder / SECRET_KEY).read_text(), "WORKER": "off"}
    return {name: value for name, value in told.items() if name != "REDIS_URL"}


def _migrated_and_replayed(environment: Mapping[str, str], check: Check | None, *, of: str) -> Counts | None:
    _migrate(environment, of=of)
    return None if check is None else _replayed(environment, check, of=of)


def _migrate(environment: Mapping[str, str], *, of: str) -> None:
    try:
        manage_or_fail("migrate", "--no-input", "--verbosity", "0", environment=environment)
    except CannotKeep as problem:
        raise CannotKeep(f"{of} cannot be brought to version {VERSION}. {problem}") from None


def _replayed(environment: Mapping[str, str] | None, check: Check, *, of: str) -> Counts:
    done = manage("verify_games", "--json", *check.arguments, environment=environment)
    lines = done.stdout.splitlines()
    if done.returncode:
        faults = "\n".join(lines[:-1][:LINES]) or _last_lines(done.stderr)
        raise CannotKeep(f"{of} was looked at, and does not hold. verify_games found:\n{faults}")
    counts: Counts = json.loads(lines[-1])
    return counts


def _last_lines(text: str) -> str:
    return "\n".join(text.strip().splitlines()[-LINES:])


def _refuse_what_is_newer(path: Path, manifest: Manifest) -> None:
    """A newer version may have stored what this one cannot read, also where its tables are the same."""
    unknown = {*manifest.migrations} - _migrations(and_replaced=True)
    is_newer = _numbers(manifest.version) > _numbers(VERSION) and not manifest.is_before_upgrade
    if unknown or is_newer:
        raise BadArchive(
            f"{path} is of a newer version, {manifest.version}, and this is {VERSION}."
            f" Install version {manifest.version} or a newer one, then try again."
        )


def _migrations(*, and_replaced: bool) -> set[str]:
    """Those of our code and of the libraries, with or without what another one replaces (a squashed one)."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    replaced = {key for each in loader.replacements.values() for key in each.replaces}
    return {f"{app}.{name}" for app, name in loader.disk_migrations if and_replaced or (app, name) not in replaced}


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".") if part.isdigit()]


def _precious() -> str:
    """What would be lost, in words; nothing of a new site."""
    try:
        tables = connection.introspection.table_names()
        counts = {name: _count(table) for table, name in PRECIOUS.items() if table in tables}
    except DatabaseError as problem:
        return f"a database that cannot be read ({problem})"
    finally:
        connection.close()
    return " and ".join(f"{count} {name}" for name, count in counts.items()) if any(counts.values()) else ""


def _count(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # nosec B608 # noqa: S608 - a name of ours
        return int(cursor.fetchone()[0])


def _restore_key(key: str, stamp: str) -> list[str]:
    if key == settings.SECRET_KEY:
        return []
    place = settings.DATA_DIR / SECRET_KEY
    if place.exists() and place.read_text() == settings.SECRET_KEY:
        place.rename(place.with_name(f"{place.name}-replaced-{stamp}"))
        _write_privately(place, key)
        return []
    kept = settings.DATA_DIR / f"{SECRET_KEY}-restored-{stamp}"
    _write_privately(kept, key)
    return [
        f"SECRET_KEY of this site is not that of the archive. Set it to the text of {kept}, then remove that file;"
        " otherwise everyone has to log in again."
    ]


def _write_privately(path: Path, text: str) -> None:
    with open(path, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(text)


@contextmanager
def _folder_in(place: Path) -> Iterator[Path]:
    """Where this disk has room, and only we can read; gone afterwards."""
    with TemporaryDirectory(prefix=".keeping-", dir=place) as folder:
        yield Path(folder)


def _stamp() -> str:
    return f"{timezone.now():%Y-%m-%dT%H-%M-%S-%fZ}"
