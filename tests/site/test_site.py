import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", ["/", "/rules/mabula/", "/replay/mabula/7/", "/replay/mabula/7/?at=x"])
def test_no_page_runs_or_loads_anything_but_our_own(client, path):
    policy = client.get(path)["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "style-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", ["/", "/rules/marabunta/", "/replay/marabunta/7/?at=9"])
def test_no_page_needs_inline_styles_or_scripts(client, path):
    page = client.get(path).content.decode()
    assert not re.search(r"<script(?![^>]* src=)", page)
    assert "<style" not in page
    assert ' style="' not in page


def test_an_address_that_leads_nowhere_gets_our_own_page(client):
    page = client.get("/nowhere/")
    assert page.status_code == 404
    assert "There’s no page here." in page.content.decode()


def test_an_error_of_ours_gets_a_page_that_says_so(monkeypatch):
    monkeypatch.setattr("games.site.demo.now", lambda *_: 1 / 0)
    page = Client(raise_request_exception=False).get("/")
    assert page.status_code == 500
    assert "Something went wrong" in page.content.decode()


def python(code: str, environment: dict[str, str], *, ok: bool = True) -> str:
    """What a process of its own prints: settings are read once in a process."""
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"ENV_FILE": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode == 0) is ok, run.stderr
    return run.stdout if ok else run.stderr


def test_without_any_variable_the_site_keeps_its_data_and_a_key_of_its_own_in_one_folder(tmp_path):
    code = "from marabunta_site import settings; print(settings.SECRET_KEY, settings.DATABASES['default']['NAME'])"
    first, second = (python(code, {"DATA_DIR": str(tmp_path)}) for _ in range(2))
    key, name = first.split()
    assert first == second
    assert len(key) > 50
    assert Path(name).parent == tmp_path
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_sqlite_is_safe_for_many_writers_and_for_a_power_cut(tmp_path):
    code = """
import django
from django.db import connection
django.setup()
with connection.cursor() as cursor:
    for pragma in ("journal_mode", "synchronous"):
        print(*cursor.execute(f"PRAGMA {pragma}").fetchone())
print(connection.transaction_mode)
"""
    environment = {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "marabunta_site.settings"}
    full = "2"
    assert python(code, environment).split() == ["wal", full, "IMMEDIATE"]


def test_with_a_database_of_its_own_the_site_asks_for_a_key(tmp_path):
    environment = {"DATA_DIR": str(tmp_path), "DATABASE_URL": "postgres://someone@somewhere/games"}
    assert "SECRET_KEY" in python("import marabunta_site.settings", environment, ok=False)
    assert not list(tmp_path.iterdir())


def test_in_production_pages_are_https_only_and_static_files_carry_their_hash(tmp_path):
    code = """
import django
from django.core.management import call_command
from django.test import Client
django.setup()
call_command("collectstatic", interactive=False, verbosity=0)
plain = Client().get("/", headers={"host": "games.example"})
print(plain.status_code, plain["Location"])
print(Client().get("/healthz", headers={"host": "games.example"}).status_code)
page = Client().get("/", headers={"host": "games.example", "x-forwarded-proto": "https"})
print(page.status_code, page["Strict-Transport-Security"])
css = page.content.decode().split('rel="stylesheet" href="')[1].split('"')[0]
from marabunta_site.handlers import Requests
from tests.asgi_client import ask
style = ask(Requests(), css, headers={"host": "games.example", "x-forwarded-proto": "https"})
print(css, style.status, style.headers["cache-control"])
print(Client().get("/nowhere", headers={"host": "games.example", "x-forwarded-proto": "https"}).status_code)
"""
    environment = {
        "ALLOWED_HOSTS": "games.example",
        "DATA_DIR": str(tmp_path),
        "DEFAULT_FROM_EMAIL": "games@games.example",
        "DJANGO_SETTINGS_MODULE": "marabunta_site.settings",
        "EMAIL_URL": "smtp://localhost",
        "SECRET_KEY": "k" * 60,
    }
    plain, health, page, css, nowhere = python(code, environment).splitlines()
    assert plain == "301 https://games.example/"
    assert health == "200"
    assert page == "200 max-age=31536000"
    name, status, caching = css.split(maxsplit=2)
    assert name.startswith("/static/bundles/site-auto.")
    assert name.count(".") == 2
    assert (status, "immutable" in caching) == ("200", True)
    assert nowhere == "404"
