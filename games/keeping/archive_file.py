"""The one file of a backup: the database, the secret key, and a manifest that says what is in them.

It is a compressed tar, so that its parts can be taken out by hand, too. Its owner alone may read it.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import tarfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Final

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
SECRET_KEY: Final = "secret-key"  # noqa: S105 - the name of a file
DATABASE_FILES: Final = {"sqlite": "db.sqlite3", "postgresql": "database.dump"}
LONGEST_MANIFEST: Final = 10_000_000
_COMPRESSION: Final = 3  # of nine: the others take much longer, and save little of a dump


class BadArchive(Exception):
    """The file cannot be used, with a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Manifest:
    format: int
    version: str  # of the program that wrote the archive
    is_before_upgrade: bool  # whether the database was still that of an older version
    made_at: str
    vendor: str  # of the database: sqlite or postgresql
    migrations: list[str]  # all that were applied, such as games.0001_initial
    counts: dict[str, int]  # rows of each table
    digests: dict[str, str]  # SHA-256 of each other file in the archive


def write(path: Path, *, manifest: Manifest, files: Mapping[str, Path]) -> None:
    """Whole or not at all: what is half written has another name."""
    draft = path.with_name(f".{path.name}.part")
    try:
        with open(draft, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            with tarfile.open(fileobj=file, mode="w:gz", compresslevel=_COMPRESSION) as archive:
                _add(archive, MANIFEST, json.dumps(asdict(manifest), indent=1).encode())
                for name, source in files.items():
                    archive.add(source, name, filter=_of_nobody)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def read_manifest(path: Path) -> Manifest:
    """Raises BadArchive."""
    with _opened(path) as archive:
        return _manifest_in(archive, path)


def unpack(path: Path, folder: Path) -> Manifest:
    """Put its files into the folder, and compare them with their digests. Raises BadArchive."""
    with _opened(path) as archive:
        manifest = _manifest_in(archive, path)
        names = {SECRET_KEY, DATABASE_FILES[manifest.vendor]}
        if manifest.digests.keys() != names:
            raise BadArchive(f"{path} names other files than {' and '.join(sorted(names))}.")
        for name in names:  # by name: nothing else in the archive is looked at
            target = folder / name
            _take_out(archive, name, target, path)
            if digest_of(target) != manifest.digests[name]:
                raise BadArchive(f"{path} is damaged: its {name} is not the one that was written. Use another archive.")
    return manifest


def digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _opened(path: Path) -> tarfile.TarFile:
    try:
        return tarfile.open(path, mode="r:gz")
    except FileNotFoundError:
        raise BadArchive(f"There is no file {path}.") from None
    except (OSError, EOFError, tarfile.TarError) as problem:
        raise BadArchive(f"{path} cannot be read as an archive: {problem}.") from None


def _manifest_in(archive: tarfile.TarFile, path: Path) -> Manifest:
    try:
        with _member(archive, MANIFEST) as file:
            found: Any = json.loads(file.read(LONGEST_MANIFEST))
        if not isinstance(found, dict) or not isinstance(found.get("format"), int):
            raise BadArchive(f"{path} is no backup of this site: its manifest says no format.")
        if found["format"] > FORMAT:
            version = found.get("version", "a newer version")
            raise BadArchive(f"{path} has a newer format. Install version {version}, then try again.")
        manifest = Manifest(**found)
        if manifest.vendor not in DATABASE_FILES:
            raise BadArchive(f"{path} holds a database of an unknown kind, {manifest.vendor!r}.")
    except (KeyError, OSError, EOFError, ValueError, TypeError, tarfile.TarError) as problem:
        raise BadArchive(f"{path} is no backup of this site, or damaged: {problem}.") from None
    return manifest


def _take_out(archive: tarfile.TarFile, name: str, target: Path, path: Path) -> None:
    try:
        with (
            _member(archive, name) as source,
            open(target, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file,
        ):
            shutil.copyfileobj(source, file, 1 << 20)
    except (KeyError, EOFError, tarfile.TarError) as problem:
        raise BadArchive(f"{path} is damaged: its {name} cannot be read ({problem}). Use another archive.") from None
    except OSError as problem:  # gzip's own faults are among them, and a full disk
        with suppress(OSError):
            target.unlink()
        raise BadArchive(f"The {name} of {path} could not be unpacked: {problem}.") from None


def _member(archive: tarfile.TarFile, name: str) -> IO[bytes]:
    file = archive.extractfile(name)
    if file is None:
        raise KeyError(f"{name} is no file")
    return file


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = len(content), 0o600
    archive.addfile(member, io.BytesIO(content))


def _of_nobody(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mode = 0o600
    return member
