"""Two people and somebody who watches, each in a browser of their own, talk beside a game."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.players import sit_down
from tests.e2e.test_pages import axe_violations


@dataclass
class Table:
    """A game between two guests, each with their page of its chat."""

    one: Page
    two: Page
    path: str


@pytest.fixture
def table(request, browser: Browser, browser_context_args) -> Iterator[Table]:
    options = {**browser_context_args, "java_script_enabled": getattr(request, "param", True)}
    with browser.new_context(**options) as first, browser.new_context(**options) as second:
        one, two = first.new_page(), second.new_page()
        one.goto("/")
        one.locator(".choice").get_by_role("button", name="Play Mabula").click()  # to be somebody
        path = f"{sit_down(one, two)}chat/"
        for page in (one, two):
            page.goto(path)
        yield Table(one, two, path)


def send(page: Page, text: str) -> None:
    page.get_by_label("Your message").fill(text)
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log")).to_contain_text(text)
    expect(page.get_by_label("Your message")).to_have_value("")


in_both_ways = pytest.mark.parametrize(
    "table", [True, False], ids=["with JavaScript", "without JavaScript"], indirect=True
)


@in_both_ways
def test_what_one_says_the_other_reads_and_who_watches_does_not(browser, browser_context_args, table: Table):
    send(table.one, "good luck\n<b>to you</b>")
    table.two.reload()
    expect(table.two.get_by_role("log")).to_contain_text("<b>to you</b>")
    with browser.new_context(**browser_context_args) as context:
        page = context.new_page()
        page.goto(table.path)
        expect(page.get_by_role("heading", name="Spectators")).to_be_visible()
        expect(page.get_by_text("good luck")).to_have_count(0)


@in_both_ways
def test_who_switches_it_off_is_left_alone_and_the_other_keeps_the_text(table: Table):
    table.two.get_by_role("button", name="Turn chat off").click()
    expect(table.two.get_by_role("button", name="Turn chat on")).to_be_visible()
    table.one.get_by_label("Your message").fill("are you there?")
    table.one.get_by_role("button", name="Send").click()
    expect(table.one.get_by_role("alert").filter(visible=True)).to_contain_text("has turned off the chat.")
    expect(table.one.get_by_label("Your message")).to_have_value("are you there?")
    table.two.get_by_role("button", name="Turn chat on").click()
    expect(table.two.get_by_role("button", name="Turn chat off")).to_be_visible()
    send(table.one, "are you there?")


def test_the_button_that_sends_stays_where_it_is_while_one_writes(table: Table):
    places = []
    for lines in (1, 8):
        table.one.get_by_label("Your message").fill("hello\n" * lines)
        places.append(table.one.get_by_role("button", name="Send").bounding_box())
    assert places[0] == places[1]


def test_axe_finds_nothing_to_mend_in_a_chat(table: Table):
    send(table.one, "hello")
    for scheme in ("light", "dark"):
        table.one.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert axe_violations(table.one) == [], scheme
