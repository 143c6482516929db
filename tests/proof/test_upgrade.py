"""An upgrade: backup, database, static files, games replayed, restarts in order; or a halt with a sentence."""

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.keeping import archive_file, upgrade
from games.keeping.faults import CannotKeep
from games.keeping.upgrade import Restart, restarts_of
from tests.proof.server import ROOT, Site
from tests.proof.test_released import old_site
from tests.released.make import FOLDER

pytestmark = pytest.mark.one_database  # what differs with PostgreSQL is the backup, which has a drill of its own

OLD = FOLDER / "0.1.0.sql.gz"


def test_an_old_site_is_upgraded_step_by_step(tmp_path):
    with sometimes_ready() as (port, asked):
        notes = tmp_path / "restarted"
        note = f"{sys.executable} -c \"open('{notes}', 'a').write('%s ')\""
        restart = f"{note % 'one'} -> http://127.0.0.1:{port}/readyz; {note % 'two'}"
        site = with_settings(old_site(OLD, tmp_path), RESTART=restart)
        said = site.run("manage.py", "upgrade")
    assert [line[:2] for line in said.splitlines()] == ["1.", "2.", "3.", "4.", "5.", "5."]
    assert notes.read_text() == "one two "
    assert asked == [503, 200], "it waited until the first was ready"
    assert "games.0022_plain_words" in applied(site)
    (archive,) = (tmp_path / "backups").glob("*.tar.gz")
    manifest = archive_file.read_manifest(archive)
    assert manifest.is_before_upgrade and "games.0022_plain_words" not in manifest.migrations
    assert site.verified()["games"] >= 20


def test_a_site_whose_games_do_not_hold_is_left_as_it_is(tmp_path):
    site = old_site(OLD, tmp_path)
    with closing(sqlite3.connect(tmp_path / "db.sqlite3")) as database, database:
        database.execute("UPDATE games_game SET head = head + 1 WHERE id = 1")
    done = tried(site)
    assert done.returncode == 1
    assert "does not hold. verify_games found:" in done.stderr and '"game": 1' in done.stderr
    assert "games.0022_plain_words" not in applied(site)


def test_who_cannot_be_restarted_ends_the_upgrade(tmp_path):
    notes = tmp_path / "restarted"
    site = with_settings(old_site(OLD, tmp_path), RESTART=f"false; touch {notes}")
    done = tried(site, "--unchecked")
    assert done.returncode == 1
    assert "false: 1. What comes after it was not restarted" in done.stderr
    assert not notes.exists()


def test_how_to_restart_is_read_before_anything_is_done():
    assert restarts_of("") == []
    assert restarts_of(" a 'b c' ->  https://x/readyz ; d;") == [
        Restart(("a", "b c"), "https://x/readyz"),
        Restart(("d",), None),
    ]
    for text in ("a 'b", "a -> ftp://x", " -> http://x", "a -> readyz"):
        with pytest.raises(CannotKeep, match="RESTART cannot be read at"):
            restarts_of(text)


@pytest.mark.parametrize("command", [["backup"], ["upgrade"], ["restore", "none.tar.gz"]])
def test_nobody_but_the_user_of_the_site_keeps_it(tmp_path, settings, monkeypatch, command):
    settings.DATA_DIR, settings.RESTART = tmp_path, ""
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(CommandError, match=f"{tmp_path} belongs to .* Run this as its owner, with: sudo -u "):
        call_command(*command)
    assert not [*tmp_path.iterdir()]


def test_who_is_not_ready_in_time_is_named_with_what_it_says(monkeypatch):
    monkeypatch.setattr(upgrade, "LONGEST_START", 0.3)
    monkeypatch.setattr(upgrade, "PATIENCE", 0.05)
    with sometimes_ready(after=10_000) as (port, _), pytest.raises(CannotKeep, match="worker: has never run"):
        upgrade._carry_out(Restart(("true",), f"http://127.0.0.1:{port}/readyz"))
    with pytest.raises(CannotKeep, match="What comes after it was not restarted"):
        upgrade._carry_out(Restart(("no-such-program-anywhere",), None))


def with_settings(site: Site, **settings: str) -> Site:
    return Site({**site.environment, **settings})


def tried(site: Site, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "upgrade", *options]
    return subprocess.run(command, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False)


def applied(site: Site) -> set[str]:
    with closing(sqlite3.connect(Path(site.environment["DATA_DIR"]) / "db.sqlite3")) as database:
        return {f"{app}.{name}" for app, name in database.execute("SELECT app, name FROM django_migrations")}


@contextmanager
def sometimes_ready(after: int = 1):
    """A process that is ready when it was asked so often: its port, and what it answered."""
    answered: list[int] = []

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self):
            answered.append(200 if len(answered) >= after else 503)
            self.send_response(answered[-1])
            self.end_headers()
            self.wfile.write(b"worker: has never run\n")

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port, answered
        finally:
            server.shutdown()
            thread.join()
