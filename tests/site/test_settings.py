"""The settings of a site: the file they stand in, what is refused, and what follows from them. By real processes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from marabunta_site import environment_file, settings, unsafe_settings

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / ".env.example"
PUBLIC = {
    "ALLOWED_HOSTS": "games.example",
    "DEFAULT_FROM_EMAIL": "Games <games@games.example>",
    "EMAIL_URL": "smtp+tls://user:password@mail.example:587",
}
NAME = re.compile(r"^#?([A-Z][A-Z_]+)=", re.MULTILINE)


def process(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    told = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), "ENV_FILE": "", **environment}
    told["DJANGO_SETTINGS_MODULE"] = "marabunta_site.settings"
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=told, capture_output=True, text=True, check=False, timeout=60
    )


def value_of(folder: Path, name: str, **environment: str) -> str:
    done = process(folder, "-c", f"from marabunta_site import settings; print({name})", **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def refusals(folder: Path, **environment: str) -> list[str]:
    """What a start says; the site must not have started, and nobody reads a traceback."""
    done = process(folder, "-m", "marabunta_site.serve", **environment)
    assert done.returncode == 1
    first, *rest = done.stderr.splitlines()
    assert first == "The site does not start."
    assert "Traceback" not in done.stderr
    return rest


def test_the_example_names_every_setting_and_no_other():
    code = Path(settings.__file__).read_text()
    asked = {*re.findall(r'env\.\w+\(\s*"(\w+)"', code)}
    told = {
        name
        for line in re.findall(r"^([A-Z_]+(?:, [A-Z_]+)*) +", settings.__doc__, re.MULTILINE)
        for name in line.split(", ")
    }
    assert len(asked) > 30
    assert {*NAME.findall(EXAMPLE.read_text())} == asked
    assert told == asked | {"ENV_FILE"}


def test_the_example_is_a_site_as_it_stands(tmp_path):
    assert (
        value_of(tmp_path, "settings.SITE_URL, settings.DEBUG", ENV_FILE=str(EXAMPLE)) == "http://localhost:8000 False"
    )


def test_what_the_environment_says_goes_before_the_file(tmp_path):
    (tmp_path / "env").write_text('export PORT=9251\nMOST_GAMES="7"\n\n# a comment\n')
    told = {"ENV_FILE": str(tmp_path / "env")}
    assert value_of(tmp_path, "settings.PORT, settings.MOST_GAMES", **told, PORT="9252") == "9252 7"


def test_a_file_that_lies_there_is_not_read_by_who_works_on_the_site(tmp_path, monkeypatch):
    (tmp_path / ".env").write_text("MARABUNTA_TEST=from the file\n")
    monkeypatch.delenv("ENV_FILE")
    monkeypatch.setenv("DEBUG", "true")
    assert environment_file.read(tmp_path) == {}
    monkeypatch.setenv("DEBUG", "false")
    monkeypatch.setenv("MARABUNTA_TEST", "from the environment")
    assert environment_file.read(tmp_path) == {"MARABUNTA_TEST": "from the file"}
    assert os.environ["MARABUNTA_TEST"] == "from the environment"


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("PORT 8000", "Line 2 of env cannot be read. Write it as NAME=value."),
        ("DEBUG='true", "Line 2 of env cannot be read. Write it as NAME=value."),
        ("MOST_GAMES=9", "MOST_GAMES stands twice in env. Keep one of the two lines."),
        ("ALOWED_HOSTS=localhost", "ALOWED_HOSTS is no setting of this site: .env.example has all of them."),
        ("PORT=http", "PORT is 'http', which is not what it can be."),
        ("WORKER=on", "WORKER is 'on'. Set it to embedded or off."),
        ("ALLOWED_HOSTS=", "ALLOWED_HOSTS is empty, so that nobody reaches the site."),
        ("ALLOWED_HOSTS=*", "ALLOWED_HOSTS=* lets anybody choose the address that stands in mails."),
        ("SECRET_KEY=short", "SECRET_KEY is shorter than 50 characters: sessions could be forged."),
        ("MAIL_WEBHOOK_SECRET=guess", "MAIL_WEBHOOK_SECRET can be guessed."),
        ("SITE_URL=games.example", "SITE_URL is 'games.example'. Write it as https://games.example, with no path."),
        ("SITE_URL=http://games.example", "SITE_URL leads to games.example, which is not in ALLOWED_HOSTS"),
        ("SIGN_UPS=friends", "SIGN_UPS is 'friends'. Set it to open, invited or closed."),
        ("SITE_FOLDER=/nowhere", "SITE_FOLDER is '/nowhere', which is no folder that can be read."),
        ("ALLOWED_HOSTS=.home.arpa", "ALLOWED_HOSTS begins with a name that stands for several."),
    ],
)
def test_a_line_that_cannot_be_meant_is_refused_in_one_sentence(tmp_path, line, refusal):
    (tmp_path / "env").write_text(f"MOST_GAMES=7\n{line}\nHTTPS=false\n")
    (said, *_) = refusals(tmp_path, ENV_FILE=str(tmp_path / "env"))
    assert said.startswith(refusal)


@pytest.mark.parametrize(
    ("told", "refusal"),
    [
        ({"DEBUG": "true", "HTTPS": "true", "STAFF_MFA": "true"}, "DEBUG shows the inside of the site"),
        ({"HTTPS": "false"}, "HTTPS=false sends passwords and sessions in the clear."),
        ({"TRUSTED_PROXIES": "0"}, "TRUSTED_PROXIES=0 counts everybody behind the proxy as one address."),
        ({"LIMITS": "false"}, "LIMITS=false lets anybody try passwords for ever."),
        ({"STAFF_MFA": "false"}, "STAFF_MFA=false lets a stolen password into the administration."),
        ({"EMAIL_URL": ""}, "EMAIL_URL is missing: nobody could sign up"),
        (
            {"EMAIL_URL": "smtp://user:password@mail.example"},
            "EMAIL_URL sends the password of the mail server in the clear.",
        ),
        ({"DEFAULT_FROM_EMAIL": ""}, "DEFAULT_FROM_EMAIL is missing"),
        ({"SITE_URL": "http://games.example"}, "SITE_URL begins with http://, and HTTPS is true"),
    ],
)
def test_a_site_that_others_reach_does_not_start_where_that_is_not_safe(tmp_path, told, refusal):
    (said,) = refusals(tmp_path, **{**PUBLIC, **told})
    assert said.startswith(refusal)


def test_all_that_is_wrong_is_said_at_once_and_by_every_program(tmp_path):
    told = {**PUBLIC, "HTTPS": "false", "LIMITS": "false"}
    assert len(refusals(tmp_path, **told)) == 2
    for program in (("manage.py", "migrate"), ("-m", "marabunta_site.server")):
        done = process(tmp_path, *program, **told)
        assert done.returncode == 1
        assert done.stderr.count("\n") == 3
    assert not (tmp_path / "db.sqlite3").read_bytes(), "the database was not touched"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "192.168.7.3", "shelf.local", "games.home.arpa"])
def test_a_site_at_home_may_be_simple(tmp_path, host):
    told = {"ALLOWED_HOSTS": host, "HTTPS": "false", "LIMITS": "false", "STAFF_MFA": "false"}
    assert value_of(tmp_path, "settings.HTTPS", **told) == "False"


def test_a_site_with_all_that_it_needs_starts(tmp_path):
    assert value_of(tmp_path, "settings.SITE_URL", **PUBLIC) == "https://games.example"


@pytest.mark.parametrize(
    ("hosts", "bind", "expected"),
    [
        (["localhost", "games.example"], "127.0.0.1", True),
        (["1.1.1.1"], "127.0.0.1", True),
        (["10.0.0.7", "localhost"], "127.0.0.1", False),
        (["10.0.0.7"], "10.0.0.7", False),
        (["localhost"], "::1", False),
        (["localhost"], "localhost", False),
        (["localhost"], "0.0.0.0", True),
        (["localhost"], "::", True),
        (["localhost"], "[::]", True),
        (["localhost"], "", True),
        (["localhost"], "1.1.1.1", True),
        (["localhost"], "games.example", True),
    ],
)
def test_what_is_public_is_what_others_can_reach(hosts, bind, expected):
    assert unsafe_settings.is_public({"ALLOWED_HOSTS": hosts, "HOST": bind}) is expected


@pytest.mark.parametrize(
    ("program", "told"),
    [
        (("-m", "marabunta_site.serve"), {"HOST": "0.0.0.0"}),
        (("-m", "marabunta_site.server", "--bind", "0.0.0.0"), {}),
        (("-m", "marabunta_site.server", "--bind=::"), {}),
    ],
)
def test_a_site_that_listens_everywhere_is_public_whatever_it_calls_itself(tmp_path, program, told):
    told = {**PUBLIC, "ALLOWED_HOSTS": "localhost", "LIMITS": "false", "STAFF_MFA": "false", **told}
    done = process(tmp_path, *program, **told)
    assert done.returncode == 1
    assert [line.partition("=")[0] for line in done.stderr.splitlines()[1:]] == ["LIMITS", "STAFF_MFA", "HOST"]


def test_behind_a_pooler_of_transactions_nothing_lasts_longer_than_one(tmp_path):
    told = {"DATABASE_URL": "postgres://games@127.0.0.1:6432/games", "SECRET_KEY": "k" * 60, "HTTPS": "false"}
    shown = "{name: settings.DATABASES['default'].get(name) for name in ('OPTIONS', 'DISABLE_SERVER_SIDE_CURSORS')}"
    plain = value_of(tmp_path, shown, **told)
    pooled = value_of(tmp_path, shown, **told, PGBOUNCER="true")
    assert "random_page_cost" in plain and "'DISABLE_SERVER_SIDE_CURSORS': None" in plain
    assert "'options'" not in pooled and "'DISABLE_SERVER_SIDE_CURSORS': True" in pooled


def test_no_statement_of_ours_needs_a_session_of_the_database():
    """Locks are those of a transaction; nothing listens, prepares, or sets what would stay."""
    lasting = re.compile(r"pg_advisory_lock|\bLISTEN\b|\bPREPARE\b|SET SESSION|CREATE TEMP|DECLARE .* CURSOR")
    found = [
        f"{file}: {match[0]}"
        for room in ("games", "accounts", "marabunta_site")
        for file in (ROOT / room).rglob("*.py")
        for match in lasting.finditer(file.read_text())
    ]
    assert found == []
