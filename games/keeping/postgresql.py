"""A database of PostgreSQL, dumped by pg_dump while the site runs, and brought back in one transaction."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.db import connection
from psycopg import sql

from games.keeping.faults import CannotKeep
from games.keeping.held import Held, held

# What DATABASE_URL may say of the way to the server, as PostgreSQL's own programs are told it: never as an argument,
# which every user of the machine could read.
_VARIABLES: Final = {
    "HOST": "PGHOST",
    "PORT": "PGPORT",
    "USER": "PGUSER",
    "PASSWORD": "PGPASSWORD",  # nosec B105 # the name of a variable
    "NAME": "PGDATABASE",
}
_OPTIONS: Final = {
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "passfile": "PGPASSFILE",
    "service": "PGSERVICE",
}
_WORDS: Final = {
    **{variable: name for name, variable in _OPTIONS.items()},
    "PGHOST": "host",
    "PGPORT": "port",
    "PGUSER": "user",
    "PGPASSWORD": "password",
    "PGDATABASE": "dbname",
}
# A dump begins with comments, commands of psql and settings; then come tables, whose contents may look like anything.
_HEAD: Final = re.compile(rb"(?:(?:--.*|\\.*|SET .*|SELECT .*)?\r?\n)*")
_LONGEST_HEAD: Final = 8192
_SETTING: Final = re.compile(rb"^SET (\w+) .*$", re.MULTILINE)
# Whatever is there goes, also what a newer version has made: a dump names only what it holds.
_EMPTY: Final = """
DO $$
DECLARE found record;
BEGIN
    FOR found IN SELECT oid::regclass AS name FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') LOOP
        EXECUTE format('DROP TABLE IF EXISTS %s CASCADE', found.name);
    END LOOP;
    FOR found IN SELECT oid::regprocedure AS name FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') LOOP
        EXECUTE format('DROP FUNCTION IF EXISTS %s CASCADE', found.name);
    END LOOP;
END $$
"""


def dump(file: Path) -> Held:
    """A snapshot of the moment at which it begins, whoever writes meanwhile; what is counted is of the same moment."""
    with _connected() as own:
        own.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        (snapshot,) = own.execute("SELECT pg_export_snapshot()").fetchone() or ("",)
        found = held(own)
        parts = ("--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}")
        _run("pg_dump", *parts, f"--file={file}")
        file.chmod(0o600)
    return found


def put_in_place(file: Path) -> None:
    """In one transaction: the old database, or the one of the archive, and nothing between."""
    if others := _others():
        raise CannotKeep(
            f"The site is running: there are {others} more connections to its database."
            " Stop it, restore, then start it again."
        )
    load(file, _variables())


def address_of(database: str) -> str:
    """DATABASE_URL with the name of another database of the same server."""
    address: str = urlsplit(settings.DATABASE_URL)._replace(path=f"/{database}").geturl()
    return address


def load(file: Path, environment: Mapping[str, str]) -> None:
    script = file.with_name(f"{file.name}.sql")
    try:
        _run("pg_restore", "--no-owner", "--no-privileges", "--no-comments", f"--file={script}", str(file))
        script.chmod(0o600)
        with _connected() as own:
            known = {str(name) for (name,) in own.execute("SELECT name FROM pg_settings")}
        leave_out_unknown(script, known)
        _run(
            "psql",
            *("--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null"),
            *(f"--command={_EMPTY}", f"--file={script}"),
            environment=environment,
        )
    finally:
        script.unlink(missing_ok=True)


def leave_out_unknown(script: Path, known: Collection[str]) -> None:
    """Make comments of the settings at the head of a dump that the server does not have, for its programs are newer."""
    with script.open("r+b") as file:
        head = _HEAD.match(file.read(_LONGEST_HEAD))
        assert head
        file.seek(0)
        file.write(_SETTING.sub(lambda line: line[0] if line[1].decode() in known else b"-- " + line[0][3:], head[0]))


@contextmanager
def second_database() -> Iterator[str]:
    """An empty database beside that of the site, to look at a copy in; its name. Gone afterwards."""
    name = f"marabunta_copy_{secrets.token_hex(6)}"
    role = connection.settings_dict["USER"]
    try:
        with _connected() as own:
            own.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
    except psycopg.errors.InsufficientPrivilege:
        raise CannotKeep(
            f"The copy is not looked at: {role} may make no second database. Allow it (ALTER ROLE {role} CREATEDB)"
            " or give --unchecked."
        ) from None
    except psycopg.Error as problem:
        raise CannotKeep(f"The copy is not looked at: no second database could be made ({problem}).") from None
    try:
        yield name
    finally:
        with _connected() as own:
            own.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def load_copy(file: Path, database: str) -> Held:
    load(file, {**_variables(), "PGDATABASE": database})
    with _connected(database) as own:
        return held(own)


def _variables() -> dict[str, str]:
    database, options = connection.settings_dict, connection.settings_dict.get("OPTIONS") or {}
    found = {variable: database.get(name) for name, variable in _VARIABLES.items()}
    found |= {variable: options.get(name) for name, variable in _OPTIONS.items()}
    return {variable: str(value) for variable, value in found.items() if value}


def _connected(database: str = "") -> psycopg.Connection[tuple[object, ...]]:
    """Without a transaction of its own, and past the pool of the site."""
    words = {_WORDS[variable]: value for variable, value in _variables().items()}
    if database:
        words["dbname"] = database
    try:
        return psycopg.connect(psycopg.conninfo.make_conninfo("", connect_timeout=10, **words), autocommit=True)
    except psycopg.OperationalError as problem:
        raise CannotKeep(f"The database does not answer: {problem}") from None


def _others() -> int:
    """How many connections there are to the database besides this one, of whatever process."""
    getattr(connection, "close_pool", connection.close)()  # it would count as somebody else
    with _connected() as own:
        row = own.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        ).fetchone()
    assert row
    return int(str(row[0]))


def _run(program: str, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
    told = {**os.environ, **(_variables() if environment is None else environment)}
    try:
        done = subprocess.run(
            [program, *arguments], env=told, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
        )
    except FileNotFoundError:
        raise CannotKeep(f"{program} is not installed. It comes with the package postgresql-client.") from None
    if done.returncode:
        raise CannotKeep(f"{program}: {done.stderr.strip() or f'exit code {done.returncode}'}")
