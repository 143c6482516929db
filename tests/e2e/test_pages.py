import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

PAGES = [
    "/",
    "/rules/marabunta/",
    "/rules/mabula/",
    "/replay/marabunta/7/?at=40",
    "/replay/mabula/7/?at=25",
]
PROBLEMS = ["/nowhere/", "/replay/mabula/7/?at=999"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", [*PAGES, *PROBLEMS])
def test_axe_finds_nothing_to_mend(page: Page, complaints, path, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(path)
    assert axe_violations(page) == []
    if path in PROBLEMS:
        assert all("Failed to load resource" in complaint for complaint in complaints)
        complaints.clear()


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_to_mend_on_a_phone(page: Page, path):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(path)
    assert axe_violations(page) == []


@pytest.mark.parametrize("width", [320, 390, 768, 1440])
@pytest.mark.parametrize("path", PAGES)
def test_no_page_is_wider_than_its_window(page: Page, path, width):
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    drawn = page.locator(".drawing pre").all()
    assert all(pre.evaluate("pre => pre.scrollWidth <= pre.clientWidth + 1") for pre in drawn)


def test_the_pages_are_set_in_their_own_fonts(page: Page):
    page.goto("/")
    loaded = page.evaluate(
        "document.fonts.ready.then(all => [...all].filter(f => f.status == 'loaded').map(f => f.family))"
    )
    assert {name.strip('"') for name in loaded} == {"Bricolage Grotesque", "Figtree"}


def test_a_visitor_finds_a_random_game_and_steps_through_it(page: Page):
    page.goto("/")
    page.get_by_role("link", name="Watch a random game").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Marabunta, game")
    expect(page.get_by_text("Before the first of")).to_be_visible()
    board = page.locator(".drawing pre")
    start = board.inner_text()

    page.get_by_role("link", name="Next", exact=True).click()
    expect(page).to_have_url(re_at(1))
    expect(page.get_by_role("figure")).to_contain_text("Move 1 of")
    page.get_by_role("link", name="Last", exact=True).click()
    expect(page.get_by_role("figure")).to_contain_text("wins")
    assert board.inner_text() != start
    expect(page.get_by_role("link", name="Next", exact=True)).to_have_attribute("aria-disabled", "true")

    page.get_by_role("link", name="Back", exact=True).click()
    page.get_by_role("link", name="First", exact=True).click()
    assert board.inner_text() == start


def test_a_move_in_the_list_leads_to_the_board_after_it(page: Page):
    page.goto("/replay/mabula/7/")
    moves = page.get_by_role("list").filter(has_text="ring")
    moves.get_by_role("link").nth(11).click()
    expect(page).to_have_url(re_at(12))
    expect(moves.locator("[aria-current=step]")).to_contain_text("12")
    expect(page.locator("#board")).to_be_in_viewport()


def test_the_keyboard_alone_reaches_and_replays_a_game(page: Page):
    page.goto("/replay/mabula/7/?at=3")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    tab_to(page, "Next")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    expect(page).to_have_url(re_at(4))
    tab_to(page, "Next", at_most=4)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re_at(5))


def test_everything_works_without_javascript(browser, browser_context_args):
    with browser.new_context(**browser_context_args, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto("/")
        page.get_by_role("link", name="Watch Mabula").click()
        page.get_by_role("link", name="Next", exact=True).click()
        expect(page.get_by_role("figure")).to_contain_text("ring")


def re_at(number: int) -> re.Pattern[str]:
    return re.compile(rf"\?at={number}#board$")


def tab_to(page: Page, name: str, *, at_most: int = 12) -> None:
    for _ in range(at_most):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText") == name:
            return
    pytest.fail(f"{name} is not within {at_most} tabs")


def axe_violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{rule['id']}: {node['html']}" for rule in found for node in rule["nodes"]]
