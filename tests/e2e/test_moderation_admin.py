"""The administration in the browser: a moderator looks at a game, an administrator sees to the site.

The browser's complaints are watched as on every page: the administration keeps to the site's policy of what may run.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.serving import Site
from tests.e2e.test_pages import axe_violations


@dataclass
class Administered:
    url: str
    game: int
    sessions: dict[str, str]

    def let_in(self, page: Page, name: str) -> None:
        page.context.add_cookies([{"name": "sessionid", "value": self.sessions[name], "url": self.url}])


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[Administered]:
    site = Site(tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("mails"))
    cast = json.loads(site.run("-m", "tests.e2e.administering"))
    site.start()
    try:
        yield Administered(site.url, cast["game"], cast["sessions"])
    finally:
        site.stop()


@pytest.fixture(scope="module")
def server(site: Administered) -> str:
    return site.url


@pytest.fixture
def as_mo(page: Page, site: Administered) -> Page:
    """A moderator."""
    site.let_in(page, "Mo")
    return page


@pytest.fixture
def as_olga(page: Page, site: Administered) -> Page:
    """An administrator."""
    site.let_in(page, "Olga")
    return page


def test_a_moderator_finds_a_game_and_sees_it_at_an_event_in_words(as_mo: Page, site: Administered):
    page = as_mo
    page.goto("/admin/")
    page.get_by_role("link", name="Games", exact=True).first.click()
    page.get_by_role("link", name="Yes").first.click()  # reported
    page.get_by_role("link", name=f"#{site.game}").click()
    board = page.get_by_role("img", name="The board after event")
    expect(board).to_have_js_property("complete", True)
    assert board.evaluate("image => image.naturalWidth") == 1200
    log = page.get_by_role("region", name="The log in words")
    expect(log).to_contain_text("Ada (White)")
    expect(log.get_by_role("row")).to_have_count(8)  # the head of the table, the ring, six moves
    page.get_by_label("Event", exact=True).fill("3")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="The board after event 3 of 7")).to_be_visible()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", name="The board after event 4 of 7")).to_be_visible()
    expect(log.locator("[aria-current]")).to_contain_text("4")
    expect(page.get_by_text("commitment")).to_have_count(0)
    for page_of_others in ("/admin/accounts/user/", "/admin/games/delivery/", "/admin/games/switch/"):
        assert page.request.get(page_of_others).status == 403


def test_an_administrator_flips_a_switch_and_visitors_are_told(as_olga: Page, browser: Browser, site: Administered):
    page = as_olga
    turn(page, "Games against bots can be started", is_on=False, reason="The machine is busy.")
    with browser.new_context(base_url=site.url) as context:
        visitor = context.new_page()
        visitor.goto("/")
        expect(visitor.get_by_text("You can’t start new games against bots right now")).to_be_visible()
        expect(visitor.get_by_role("button", name="Play Marabunta")).to_have_count(0)
    turn(page, "Games against bots can be started", is_on=True, reason="It is idle again.")
    page.goto("/moderation/audit/")
    expect(page.locator(".audit > li").first).to_contain_text("It is idle again.")
    expect(page.get_by_text("The audit is intact")).to_be_visible()


def turn(page: Page, name: str, *, is_on: bool, reason: str) -> None:
    page.goto("/admin/games/switch/")
    page.get_by_role("link", name=name).click()
    page.get_by_label("On", exact=True).set_checked(is_on)
    page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".messagelist .success")).to_be_visible()


def test_an_administrator_posts_a_notice(as_olga: Page, browser: Browser, site: Administered):
    page = as_olga
    page.goto("/admin/games/sitenotice/add/")
    page.get_by_label("Text").fill("The site sleeps at noon.")
    for name, day in (("starts", "2026-01-01"), ("ends", "2099-01-01")):
        page.locator(f"#id_{name}_0").fill(day)
        page.locator(f"#id_{name}_1").fill("00:00")
    page.get_by_label("Reason").fill("Maintenance.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".messagelist .success")).to_be_visible()
    with browser.new_context(base_url=site.url) as context:
        visitor = context.new_page()
        visitor.goto("/rules/mabula/")
        expect(visitor.get_by_role("status", name="Notice")).to_have_text("The site sleeps at noon.")
        assert axe_violations(visitor) == []
    page.goto("/admin/games/sitenotice/")
    page.get_by_role("link", name="The site sleeps at noon.").click()
    page.locator("#id_ends_0").fill("2026-01-02")
    page.get_by_label("Reason").fill("It is over.")
    page.get_by_role("button", name="Save", exact=True).click()
    page.goto("/")
    expect(page.get_by_role("status", name="Notice")).to_have_count(0)


def test_an_administrator_sends_a_dead_letter_again(as_olga: Page):
    page = as_olga
    page.goto("/admin/games/delivery/?state__exact=dead")
    expect(page.locator("#result_list tbody tr")).to_have_count(1)
    page.locator("input[name=_selected_action]").check()
    page.get_by_label("Action:").select_option(label="Resend failed letters")
    page.get_by_label("Reason:").fill("The server is back.")
    page.get_by_role("button", name="Run").or_(page.get_by_role("button", name="Go", exact=True)).click()
    expect(page.get_by_text("1 letter will be sent again.")).to_be_visible()
    expect(page.locator("#result_list tbody tr")).to_have_count(0)


def test_an_administrator_gives_and_takes_a_role(as_olga: Page):
    page = as_olga
    page.goto("/admin/accounts/user/")
    page.get_by_role("link", name="Ben", exact=True).click()
    page.get_by_role("link", name="Roles", exact=True).click()
    page.get_by_label("Moderator", exact=True).check()
    page.get_by_label("Give the role").check()
    page.get_by_label("Reason").fill("Helps with the queue.")
    page.get_by_role("button", name="Change the role").click()
    expect(page.get_by_text("Role changed, and recorded in the audit.")).to_be_visible()
    expect(page.locator(".field-role")).to_contain_text("Moderators")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_audit_is_readable_by_everybody_who_may(as_olga: Page, scheme: Literal["light", "dark"]):
    as_olga.emulate_media(color_scheme=scheme)
    as_olga.goto("/moderation/audit/")
    assert axe_violations(as_olga) == []
    for width in (320, 390, 768):
        as_olga.set_viewport_size({"width": width, "height": 800})
        assert as_olga.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(
    "path",
    [
        *("", "games/game/", "games/game/{game}/change/?at=3", "accounts/user/", "games/delivery/", "games/switch/"),
        *("games/sitenotice/add/", "games/moderationact/", "games/case/", "games/report/", "games/flaggedword/add/"),
    ],
)
def test_pages_of_the_administration_run_nothing_that_is_not_allowed(as_olga: Page, site: Administered, path: str):
    answer = as_olga.goto(f"/admin/{path.format(game=site.game)}")
    assert answer.status == 200
    as_olga.wait_for_load_state("networkidle")
