"""Inviting a friend in a real browser: a press, a link, a code; and what the friend sees."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.test_pages import axe_violations

GAME = re.compile(r"/games/\d+/(#board)?$")
CHALLENGE = re.compile(r"/challenges/[\w-]+/(#copy)?$")
LONG = "Wwwwwwwwwwwwwwwmmmmmmmmmmmmmmm"  # 30 letters, and wide ones
WIDTHS = (320, 390, 1366)


@pytest.fixture
def friend(browser: Browser, browser_context_args) -> Iterator[Page]:
    with browser.new_context(**browser_context_args) as context:
        yield context.new_page()


def invite(page: Page, kind: str = "Mabula") -> str:
    page.goto("/")
    page.get_by_role("group", name="Invite a friend").get_by_role("button", name=kind).click()
    expect(page).to_have_url(CHALLENGE)
    return page.get_by_label("Link", exact=True).input_value()


def test_a_press_makes_the_link_and_copies_it_and_the_friend_plays_by_another(page: Page, friend: Page, server):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server)
    link = invite(page)
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    page.evaluate("navigator.clipboard.writeText('something else')")
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("status").filter(has_text="Link copied")).to_be_attached()
    assert page.evaluate("navigator.clipboard.readText()") == link
    friend.goto(link)
    expect(friend.get_by_role("heading", level=1)).to_contain_text("invites you to a game of Mabula")
    expect(friend.get_by_label("Your own random seed (optional)")).to_be_hidden()
    friend.get_by_role("button", name="Play", exact=True).click()
    for each in (page, friend):
        expect(each).to_have_url(GAME)


def test_without_a_clipboard_the_link_is_selected_and_copied_in_the_old_way(page: Page):
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    link = invite(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    assert page.evaluate("link.value.slice(link.selectionStart, link.selectionEnd)") == link


def test_the_share_sheet_gets_the_link_where_there_is_one(page: Page):
    page.add_init_script(
        """Object.assign(navigator, {
            canShare: () => true,
            share: (shared) => ((window.shared = shared), Promise.reject(new Error("closed"))),
        })"""
    )
    link = invite(page)
    page.get_by_role("button", name="Share").click()
    assert page.evaluate("shared") == {"url": link, "text": "Play Mabula with me"}


def test_where_there_is_no_share_sheet_no_button_promises_one(page: Page):
    page.add_init_script("Object.defineProperty(navigator, 'canShare', { value: undefined })")
    invite(page)
    expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_have_count(0)


def test_without_javascript_the_link_is_there_to_be_copied_and_scanned(
    browser: Browser, browser_context_args, friend: Page
):
    with browser.new_context(**browser_context_args, java_script_enabled=False) as context:
        page = context.new_page()
        link = invite(page)
        expect(page.get_by_role("img", name="QR code for the link")).to_be_visible()
        expect(page.get_by_role("button", name="Copy link")).to_have_count(0)
        friend.goto(link)
        friend.get_by_role("button", name="Play", exact=True).click()
        expect(friend).to_have_url(GAME)
        page.goto(f"{link}?wait")  # as it does by itself
        expect(page).to_have_url(GAME)


def test_pages_of_people_with_long_names_are_not_wider_than_their_window(let_in, friend: Page):
    long, short = let_in(LONG), let_in("Ben")
    link = invite(long)
    long.goto("/games/new/?opponent=Ben&kind=marabunta")
    long.get_by_role("button", name="Create game").click()
    short.goto(f"/games/new/?opponent={LONG}")
    short.get_by_role("button", name="Create game").click()
    one, other = long.url, short.url
    for page, address in (
        (friend, link), (long, link), (long, one), (short, one), (short, other), (long, other),
        (short, "/"), (long, "/"), (short, "/lobby/"),
    ):  # fmt: skip
        page.goto(address)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)


def test_axe_finds_nothing_to_mend_on_these_pages(let_in, friend: Page):
    ada = let_in("Ada")
    open_link = invite(ada)
    taken_back = invite(ada)
    ada.get_by_role("button", name="Withdraw challenge").click()
    expect(ada).to_have_url(re.compile(r"/$"))
    for page, address in (
        (ada, open_link),
        (friend, open_link),
        (friend, taken_back),
        (friend, "/challenges/nonsense/"),
        (friend, "/invite/"),
    ):
        page.goto(address)
        for width in (1366, 390):
            page.set_viewport_size({"width": width, "height": 844})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                assert axe_violations(page) == [], (address, width, scheme)
