"""The first start of a site on one machine, by real processes: what it makes, for whom, and when two start at once."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHOW_KEY = "from marabunta_site import settings; print(settings.SECRET_KEY)"


def start(folder: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    told = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), "ENV_FILE": "", **environment}
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=told,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        umask=0o022,
    )


def said(process: subprocess.Popen[str]) -> str:
    out, complaints = process.communicate(timeout=120)
    assert process.returncode == 0, complaints
    return out


def test_it_starts_with_a_secret_key_and_no_folder(tmp_path):
    folder = tmp_path / "not" / "there"
    said(start(folder, "manage.py", "migrate", "--verbosity", "0", SECRET_KEY="k" * 60))
    assert (folder / "db.sqlite3").stat().st_size > 0
    assert not (folder / "secret-key").exists()


def test_two_that_start_at_once_wait_for_each_other(tmp_path):
    both = [start(tmp_path / "data", "manage.py", "migrate", "--verbosity", "0") for _ in range(2)]
    for one in both:
        said(one)


def test_those_that_start_at_once_have_one_key(tmp_path):
    several = [start(tmp_path / "data", "-c", SHOW_KEY) for _ in range(4)]
    keys = {said(one) for one in several}
    assert len(keys) == 1
    assert len(keys.pop()) > 60
    assert not [*(tmp_path / "data").glob(".*")]


@pytest.mark.parametrize("name", ["db.sqlite3", "secret-key"])
def test_database_and_key_are_their_owners_alone(tmp_path, name):
    said(start(tmp_path, "manage.py", "migrate", "--verbosity", "0"))
    assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_a_database_that_others_could_read_is_closed_to_them(tmp_path):
    for name in ("db.sqlite3", "db.sqlite3-wal"):
        (tmp_path / name).touch(mode=0o644)
        (tmp_path / name).chmod(0o644)
    said(start(tmp_path, "-c", SHOW_KEY))
    for name in ("db.sqlite3", "db.sqlite3-wal"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


LIMITS = """
import django; django.setup()
from allauth.account import app_settings as account
from allauth.mfa import app_settings as mfa
from django.conf import settings
print(bool(settings.LIMITS), bool(account.RATE_LIMITS), bool(mfa.RATE_LIMITS), settings.HAS_LIMITS)
"""


@pytest.mark.parametrize(("told", "expected"), [("true", "True True True True"), ("false", "False False False False")])
def test_limits_are_all_limits(tmp_path, told, expected):
    settings = {"DJANGO_SETTINGS_MODULE": "marabunta_site.settings", "LIMITS": told}
    assert said(start(tmp_path, "-c", LIMITS, **settings)).strip() == expected


@pytest.mark.parametrize(
    ("told", "hops"),
    [({}, "1"), ({"HTTPS": "false"}, "0"), ({"TRUSTED_PROXIES": "3"}, "3"), ({"TRUSTED_PROXIES": "0"}, "0")],
)
def test_the_proxies_before_the_site_are_counted_by_a_setting(tmp_path, told, hops):
    code = "from marabunta_site import settings; print(settings.ALLAUTH_TRUSTED_PROXY_COUNT)"
    assert said(start(tmp_path, "-c", code, **told)).strip() == hops
