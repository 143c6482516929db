import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.players import Player
from tests.e2e.test_pages import axe_violations

SIZES = [320, 390, 768, 1440]


@dataclass
class Guest:
    """Somebody who plays without an account, and the pages of theirs by what they show."""

    session: Any
    paths: dict[str, str]


@pytest.fixture(scope="session")
def guest(browser: Browser, server: str) -> Guest:
    paths = {"my games": "/", "lobby": "/lobby/", "new game": "/games/new/"}
    with browser.new_context(base_url=server) as context:
        page = context.new_page()
        for name, kind in (("marabunta", "Marabunta"), ("mabula", "Mabula"), ("finished", "Mabula")):
            page.goto("/")
            if name == "marabunta":
                page.locator(".choice").get_by_role("button", name="Play Marabunta").click()
            else:
                page.get_by_role("radio", name=kind).check()
                page.get_by_role("button", name="Start", exact=True).click()
            paths[name] = path_of(page)
        Player(page).wait()
        page.get_by_text("Resign", exact=True).click()
        page.get_by_role("button", name="Yes, resign").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Larva (bot) won")
        paths["fairness"] = f"{paths['finished']}fairness/"
        paths["chat"] = f"{paths['finished']}chat/"
        page.goto("/games/new/")
        page.get_by_label("A friend: send them a link").check()
        page.get_by_role("button", name="Create game").click()
        paths["challenge"] = path_of(page)
        paths["an earlier position"] = f"{paths['marabunta']}?at=1"
        return Guest(context.storage_state(), paths)


@pytest.fixture
def guests_page(browser: Browser, browser_context_args, guest: Guest):
    with browser.new_context(**browser_context_args, storage_state=guest.session) as context:
        yield context.new_page()


NAMES = [
    "my games",
    "lobby",
    "new game",
    "challenge",
    "marabunta",
    "mabula",
    "an earlier position",
    "finished",
    "fairness",
    "chat",
]


@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_to_mend_in_light_and_dark_on_a_desk_and_on_a_phone(guests_page: Page, guest: Guest, name):
    guests_page.goto(guest.paths[name])
    for width in (1440, 390):
        guests_page.set_viewport_size({"width": width, "height": 900})
        for scheme in ("light", "dark"):
            guests_page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # no colour half on its way
            assert axe_violations(guests_page) == [], (width, scheme)


@pytest.mark.parametrize("name", NAMES)
def test_no_page_is_wider_than_its_window(guests_page: Page, guest: Guest, name):
    guests_page.goto(guest.paths[name])
    for width in SIZES:
        guests_page.set_viewport_size({"width": width, "height": 900})
        assert guests_page.evaluate("document.documentElement.scrollWidth") <= width, width


def test_a_visitor_plays_the_bot_without_javascript_and_without_an_account(browser, browser_context_args):
    with browser.new_context(**browser_context_args, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/")
        page.locator(".choice").get_by_role("button", name="Play Mabula").click()
        expect(page).to_have_url(re.compile(r"/games/\d+/$"))
        expect(page.get_by_text("You’re playing as a guest")).to_be_visible()
        player = Player(page)
        player.wait()
        for _ in range(3):
            before = player.seq
            player.move()
            player.wait()  # the page asks again by itself
            assert player.seq >= before + 2, "the bot has answered"

        page.get_by_role("link", name="List your moves").click()
        page.get_by_label("Type a move").fill("d4-d5")
        page.get_by_role("button", name="Play it").click()
        expect(page.get_by_role("region", name="Actions")).to_contain_text("You can only push marbles from the rim.")
        page.get_by_role("link", name="Rule B2.5").click()
        expect(page.locator('[id="B2.5"]')).to_be_in_viewport()


def test_only_the_options_of_the_chosen_kind_are_shown(guests_page: Page):
    guests_page.goto("/games/new/")
    expect(guests_page.get_by_role("group", name="Territory")).to_be_visible()
    expect(guests_page.get_by_role("group", name="Scoring")).to_be_hidden()
    guests_page.get_by_label("Mabula", exact=True).check()
    expect(guests_page.get_by_role("group", name="Scoring")).to_be_visible()
    expect(guests_page.get_by_role("group", name="Territory")).to_be_hidden()
    expect(guests_page.get_by_label("Their name")).to_be_hidden()
    guests_page.get_by_label("Someone you know, by name").check()
    expect(guests_page.get_by_label("Their name")).to_be_visible()


def path_of(page: Page) -> str:
    return "/" + page.url.split("/", 3)[3].split("#")[0]
