"""A site of every released version is brought to this one, looked at on every kind of page, and played on."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from games.version import VERSION
from tests.proof.server import Site
from tests.released.make import FOLDER, load

pytestmark = pytest.mark.one_database  # they are kept as databases of SQLite

RELEASED = sorted(FOLDER.glob("*.sql.gz"))


def test_this_version_is_kept_for_later_ones():
    assert f"{VERSION}.sql.gz" in [kept.name for kept in RELEASED]
    assert len(RELEASED) >= 2


@pytest.mark.parametrize("kept", RELEASED, ids=lambda kept: kept.name.removesuffix(".sql.gz"))
def test_a_site_of_a_released_version_goes_on_with_this_one(kept, tmp_path):
    site = old_site(kept, tmp_path)
    site.run("manage.py", "migrate", "--verbosity", "0")
    before = site.verified()
    assert before["games"] >= 20
    seen = json.loads(site.run("-m", "tests.proof.visitor"))
    pages = {page: status for page, status in seen["pages"].items() if not page.startswith("readyz")}  # no worker here
    assert {page: status for page, status in pages.items() if status >= 500} == {}
    assert len(seen["pages"]) > 400
    usual = ["games:home, as member", "games:lobby, as visitor", "games:profile, as visitor"]
    usual += ["games:moderation:case, as moderator", "admin:games_game, as administrator", "games:archive, as member"]
    assert {page: seen["pages"][page] for page in usual} == dict.fromkeys(usual, 200)
    assert Counter(seen["games"].values()) == {200: len(seen["games"])}
    assert Counter(seen["moves"]) == {303: len(seen["moves"])}
    assert len(seen["moves"]) >= 10
    after = site.verified()
    assert after["events"] >= before["events"] + len(seen["moves"])


def old_site(kept: Path, folder: Path) -> Site:
    load(kept, folder / "db.sqlite3")
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    return Site(
        {
            **environment,
            "DJANGO_SETTINGS_MODULE": "marabunta_site.settings",
            "DATA_DIR": str(folder),
            "DEBUG": "true",
            "STAFF_MFA": "false",
            "LIMITS": "false",
            "EMAIL_URL": "dummymail://",
            "SECRET_KEY": "a key for this test alone, as long as a site in public wants one",
        }
    )
