"""Files that only the owner of the process may read: the secret key, and the database of a site on one machine."""

import contextlib
import os
import secrets
from pathlib import Path

OTHERS = 0o077  # what they may do with a file


def private_file(path: Path, text: str = "") -> Path:
    """The file, made with this text if there is none. Of several processes that make it at once one does, and whole."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
        with open(draft, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(text)
        with contextlib.suppress(FileExistsError):  # another process was faster
            os.link(draft, path)
        draft.unlink()
    for kept in (path, *path.parent.glob(f"{path.name}-*")):  # SQLite has two more beside a database
        with contextlib.suppress(OSError):  # it is gone, or somebody else's
            if kept.stat().st_mode & OTHERS:
                kept.chmod(kept.stat().st_mode & ~OTHERS)
    return path
