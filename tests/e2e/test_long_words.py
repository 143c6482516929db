"""Pages in a language whose words are 40 % longer: nothing scrolls sideways, and no words are cut."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests import pseudo
from tests.e2e.serving import Site
from tests.e2e.test_widths import FAULTS, Crowded

WIDTHS = (320, 390, 1366)
ROLES = ("visitor", "player", "moderator")


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[Crowded]:
    site = Site(tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("mails"), "tests.pseudo_settings")
    crowd = json.loads(site.run("-m", "tests.e2e.long_names"))
    site.start()
    try:
        yield Crowded(site.url, **crowd)
    finally:
        site.stop()


@pytest.fixture(scope="module")
def server(site: Crowded) -> str:
    return site.url


@pytest.mark.parametrize("role", ROLES)
def test_longer_words_fit_every_page(page: Page, site: Crowded, role):
    if session := site.sessions.get(role):
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    found: list[str] = []
    for path in site.pages[role]:
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == pseudo.CODE
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            found += [f"{path} at {width}: {fault}" for fault in page.evaluate(FAULTS, width)]
    assert not found, "\n".join(found)
