"""The drill: a backup while people play, a site made of it elsewhere, and every acknowledged move in it."""

import io
import json
import os
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from games.keeping.postgresql import leave_out_unknown
from games.version import VERSION
from tests.proof.server import ROOT, Browser, Site, new_database, new_site, serving

HAS_SERVICES = bool(os.environ.get("TEST_SERVICES"))
DATABASE = "PostgreSQL" if HAS_SERVICES else "SQLite"


def test_of_a_backup_in_a_storm_every_move_acknowledged_before_it_is_there(capsys, tmp_path):
    with new_site() as site, other_place(site) as other:
        people = site.peopled(games=26)
        acknowledged = tmp_path / "acknowledged"
        with serving(site, processes=2) as ports:
            command = [sys.executable, "-m", "tests.proof.storm", "4000", ",".join(map(str, ports)), str(acknowledged)]
            with subprocess.Popen(
                command, cwd=ROOT, env=site.environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
            ) as storm:
                storm.stdin.write(json.dumps(people))
                storm.stdin.close()
                wait_for_lines(acknowledged, 100)
                before = acts_in(acknowledged)
                said = site.run("manage.py", "backup", "--to", str(tmp_path))
                assert storm.poll() is None, "the storm was over too early to show anything"
                storm.terminate()
        (archive,) = tmp_path.glob("*.tar.gz")
        other.run("manage.py", "restore", str(archive))
        restored = keys_of(other)
        lived_on = keys_of(site)
        with capsys.disabled():
            counts = f"{len(before)} acknowledged before, {len(restored)} in the backup, {len(lived_on)} in the end"
            print(f"\nbackup in a storm on {DATABASE}: {counts}\n{said.strip()}")
        assert len(before) >= 100
        assert before - restored == set()
        assert restored < lived_on, "people went on playing while it was made"
        assert other.verified()["games"] == len(people["games"])
        assert stat.S_IMODE(archive.stat().st_mode) == 0o600
        with serving(other, processes=1) as (port,), closing(Browser(port, people["sessions"]["1"])) as browser:
            status, page = browser.get("/")
            assert (status, b"ada" in page) == (200, True), "with the secret key, who was logged in still is"


def test_a_site_with_games_is_replaced_only_when_that_is_said_and_kept_then(tmp_path):
    with new_site() as site, other_place(site) as other:
        site.peopled(games=2)
        site.run("manage.py", "backup", "--to", str(tmp_path / "one.tar.gz"))
        archive = str(tmp_path / "one.tar.gz")
        other.run("manage.py", "migrate", "--verbosity", "0")
        other.peopled(games=1)
        assert "This site has 2 games and 2 people. Give --replace" in complaint(other, "restore", archive)
        with serving(other, processes=1) as (port,):
            browser = Browser(port, "none")
            assert browser.get("/lobby/")[0] == 200, "so it has asked its database"
            assert "The site is running" in complaint(other, "restore", archive, "--replace")
            browser.close()
        assert other.verified()["games"] == 2
        said = other.run("manage.py", "restore", archive, "--replace")
        assert "The database that was there is now" in said
        assert other.verified()["games"] == 4
        kept = [*Path(other.environment["DATA_DIR"]).rglob("*replaced-*")]
        assert [stat.S_IMODE(each.stat().st_mode) & 0o077 for each in kept] == [0] * len(kept) != []


def test_an_archive_that_is_newer_damaged_or_none_is_refused_with_a_sentence(tmp_path):
    with new_site() as site, other_place(site) as other:
        archive = tmp_path / "one.tar.gz"
        site.run("manage.py", "backup", "--to", str(archive), "--unchecked")
        assert f"There is a file {archive} already" in complaint(site, "backup", "--to", str(archive))
        newer = changed(archive, tmp_path / "newer.tar.gz", version="99.1.0")
        assert f"a newer version, 99.1.0, and this is {VERSION}. Install" in complaint(other, "restore", str(newer))
        unknown = changed(archive, tmp_path / "unknown.tar.gz", migrations=["games.9999_tomorrow"])
        assert "is of a newer version" in complaint(other, "restore", str(unknown))
        format_ = changed(archive, tmp_path / "format.tar.gz", format=2)
        assert "has a newer format" in complaint(other, "restore", str(format_))
        wrong = changed(archive, tmp_path / "wrong.tar.gz", digests={"db.sqlite3": "0", "secret-key": "0"})
        assert "damaged" in complaint(other, "restore", str(wrong)) or HAS_SERVICES
        half = tmp_path / "half.tar.gz"
        half.write_bytes(archive.read_bytes()[: archive.stat().st_size // 2])
        for file, sentence in ((half, "damaged"), (ROOT / "README.md", "cannot be read"), (tmp_path / "no", "no file")):
            assert sentence in complaint(other, "restore", str(file))
        assert not [*Path(other.environment["DATA_DIR"]).glob(".keeping-*")], "nothing is left lying about"


@pytest.mark.one_database
def test_an_archive_whose_games_do_not_hold_is_written_and_complained_of(tmp_path):
    with new_site() as site:
        site.peopled(games=1)
        site.run("-c", TAMPER)
        assert "does not hold. verify_games found" in complaint(site, "backup", "--to", str(tmp_path))
        assert len([*tmp_path.glob("*.tar.gz")]) == 1


NEWER = """#!/bin/sh
{program} "$@" || exit
for said; do case "$said" in
    --file=*) sed --in-place '1,/^SET/s/^SET/SET transaction_timeout = 0;\\nSET/' "${{said#*=}}" ;;
esac; done
"""


@pytest.mark.skipif(not HAS_SERVICES, reason="needs PostgreSQL")
def test_programs_newer_than_the_server_may_set_what_it_does_not_know(tmp_path):
    program = tmp_path / "pg_restore"
    program.write_text(NEWER.format(program=shutil.which("pg_restore")))
    program.chmod(0o700)
    with new_site() as site:
        site.peopled(games=1)
        path = f"{tmp_path}{os.pathsep}{site.environment['PATH']}"
        said = Site({**site.environment, "PATH": path}).run("manage.py", "backup", "--to", str(tmp_path))
    assert "no faults" in said


@pytest.mark.one_database
def test_of_a_dump_only_unknown_settings_at_its_head_are_left_out(tmp_path):
    script = tmp_path / "dump.sql"
    script.write_text(f"--\n-- by pg_dump 17\n--\n\n\\restrict x\n\n{SETTINGS}\n{TABLES}")
    leave_out_unknown(script, {"lock_timeout", "client_encoding"})
    shown = SETTINGS.replace("SET transaction_timeout", "--  transaction_timeout")
    assert script.read_text() == f"--\n-- by pg_dump 17\n--\n\n\\restrict x\n\n{shown}\n{TABLES}"


SETTINGS = """SET lock_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SELECT pg_catalog.set_config('search_path', '', false);
"""
TABLES = """CREATE TABLE public.games_note (text text);
COPY public.games_note (text) FROM stdin;
SET transaction_timeout = 0;
\\.
"""


@pytest.mark.one_database
def test_only_so_many_backups_are_kept(tmp_path):
    with new_site() as site:
        site.run("manage.py", "backup", "--to", str(tmp_path / "by-name.tar.gz"), "--unchecked")
        for _ in range(3):
            site.run("manage.py", "backup", "--to", str(tmp_path), "--unchecked", "--keep", "2")
        assert len([*tmp_path.glob("marabunta-*.tar.gz")]) == 2
        assert (tmp_path / "by-name.tar.gz").exists(), "what was given a name of its own stays"


TAMPER = """
import django
django.setup()
from games.models import Game
Game.objects.update(head=99)
"""


@contextmanager
def other_place(site: Site):
    """An empty place for the same site: a folder of its own, a database of its own, and no secret key that is set."""
    with ExitStack() as kept:
        environment = {**site.environment, "DATA_DIR": kept.enter_context(tempfile.TemporaryDirectory())}
        if HAS_SERVICES:
            environment["DATABASE_URL"] = kept.enter_context(new_database(os.environ["DATABASE_URL"]))
        else:
            del environment["SECRET_KEY"]
        other = Site(environment)
        other.run("manage.py", "collectstatic", "--no-input", "--verbosity", "0")
        yield other


def complaint(site: Site, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=site.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout
    assert "Traceback" not in done.stderr
    return done.stderr


def keys_of(site: Site) -> set[tuple[int, int, str]]:
    return {(game, seat, key) for game, seat, key, _, _ in json.loads(site.run("-m", "tests.proof.stored"))}


def acts_in(file: Path) -> set[tuple[int, int, str]]:
    lines = file.read_text().splitlines(keepends=True)
    return {tuple(json.loads(line)) for line in lines if line.endswith("\n")}


def wait_for_lines(file: Path, number: int) -> None:
    deadline = monotonic() + 120
    while not file.exists() or len(acts_in(file)) < number:
        assert monotonic() < deadline
        sleep(0.05)


def changed(archive: Path, copy: Path, **changes) -> Path:
    """The archive with another manifest."""
    with tarfile.open(archive) as source, tarfile.open(copy, "w:gz") as target:
        for member in source.getmembers():
            content = source.extractfile(member).read()
            if member.name == "manifest.json":
                content = json.dumps({**json.loads(content), **changes}).encode()
                member.size = len(content)
            target.addfile(member, io.BytesIO(content))
    return copy
