"""A small site as this version makes it, kept for all later ones: ``python -m tests.released.make``.

It has games in every phase and a desk with work on it, and becomes ``tests/released/VERSION.sql.gz``. Made anew for a
release, and never again afterwards.
"""

from __future__ import annotations

import gzip
import os
import secrets
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
DESK = "import django; django.setup(); from tests import sample_cases; sample_cases.fill()"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **{name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")},
            "DJANGO_SETTINGS_MODULE": "marabunta_site.settings",
            "DATA_DIR": folder,
            "DEBUG": "true",
            "SECRET_KEY": secrets.token_urlsafe(64),
        }
        for command in (["manage.py", "migrate", "--verbosity", "0"], ["manage.py", "demo"], ["-c", DESK]):
            subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=True)
        done = subprocess.run([sys.executable, "manage.py", "--version"], cwd=ROOT, stdout=subprocess.PIPE, check=True)
        target = FOLDER / f"{done.stdout.decode().strip()}.sql.gz"
        write(Path(folder) / "db.sqlite3", target)
        print(f"{target.relative_to(ROOT)}: {target.stat().st_size} bytes")


def write(database: Path, target: Path) -> None:
    with closing(sqlite3.connect(database)) as source:
        text = "\n".join(source.iterdump())
    target.write_bytes(gzip.compress(text.encode(), mtime=0))


def load(kept: Path, database: Path) -> None:
    with closing(sqlite3.connect(database)) as target:
        target.executescript(gzip.decompress(kept.read_bytes()).decode())


if __name__ == "__main__":
    main()
