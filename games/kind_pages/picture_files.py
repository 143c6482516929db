"""Pictures as files: each is drawn once for all processes of a machine, and kept until there are too many.

A file is named after the SVG that it is drawn from, so it never changes. Nothing here knows of Django: ``draw`` runs in
a process of its own, since it takes most of a second and lets no other thread run meanwhile.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

import resvg_py

IEND: Final = b"IEND\xaeB`\x82"  # the end of every PNG: without it a file was cut off when the machine lost its power
ROOM: Final = 0.9  # of all bytes are left when the oldest pictures are removed, so that not each new one removes one


class PictureFiles(NamedTuple):
    """The folder of the pictures, and the bytes that they may take together."""

    folder: Path
    most: int

    def path(self, name: str) -> Path:
        return self.folder / name[:2] / f"{name}.png"

    def read(self, name: str) -> bytes | None:
        """A picture that is kept. It counts as new again: what is looked at stays."""
        path = self.path(name)
        try:
            content = path.read_bytes()
        except OSError:
            return None
        with suppress(OSError):
            os.utime(path)
        return content if content.endswith(IEND) else None

    def keep(self, name: str, content: bytes) -> None:
        """Nobody ever reads half of it. Raises OSError."""
        path = self.path(name)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
            part.write(content)
        Path(part.name).replace(path)
        self.remove_oldest()

    def remove_oldest(self) -> None:
        """If all together are too large. Others may do the same at this moment."""
        found: list[tuple[float, int, Path]] = []
        for path in self.folder.glob("*/*"):
            with suppress(FileNotFoundError):
                status = path.stat()
                found.append((status.st_mtime, status.st_size, path))
        total = sum(size for _, size, _ in found)
        if total <= self.most:
            return
        for _, size, path in sorted(found):
            path.unlink(missing_ok=True)
            total -= size
            if total <= self.most * ROOM:
                return

    @contextmanager
    def locked(self, name: str) -> Iterator[None]:
        """One process at a time, of all on this machine. The lock of a process that is killed is free."""
        folder = self.path(name).parent
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


class Drawn(NamedTuple):
    content: bytes
    problem: str = ""  # why it could not be kept


def name_of(svg: str) -> str:
    return hashlib.sha256(svg.encode()).hexdigest()[:32]


def draw(files: PictureFiles, svg: str) -> Drawn:
    """The PNG of an SVG: as it is kept, or drawn and kept. A folder that cannot be written to only costs time."""
    name, content = name_of(svg), None
    try:
        with files.locked(name):
            content = files.read(name)
            if content is None:
                content = rasterise(svg)
                files.keep(name, content)
        return Drawn(content)
    except OSError as problem:
        return Drawn(content or rasterise(svg), repr(problem))


def rasterise(svg: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
