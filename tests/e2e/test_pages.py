import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

PAGES = [
    "/",
    "/rules/marabunta/",
    "/rules/mabula/",
    "/learn/marabunta/3/",
    "/learn/mabula/6/",
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


def test_the_pages_are_set_in_their_own_fonts(page: Page):
    page.goto("/")
    loaded = page.evaluate(
        "document.fonts.ready.then(all => [...all].filter(f => f.status == 'loaded').map(f => f.family))"
    )
    assert {name.strip('"') for name in loaded} == {"Bricolage Grotesque", "Figtree"}


def test_a_visitor_steps_through_the_game_that_is_live(page: Page):
    page.goto("/")
    page.get_by_role("link", name="Step through this game").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Marabunta, game")
    expect(page.get_by_text("Before the first of")).to_be_visible()
    board = page.get_by_role("img", name="Territory board")
    start = board.inner_html()

    page.get_by_role("link", name="Next", exact=True).click()
    expect(page).to_have_url(re_at(1))
    expect(page.get_by_role("figure")).to_contain_text("Move 1 of")
    page.get_by_role("link", name="Last", exact=True).click()
    expect(page.get_by_role("figure")).to_contain_text("wins")
    assert board.inner_html() != start
    expect(page.get_by_role("link", name="Next", exact=True)).to_have_attribute("aria-disabled", "true")

    page.get_by_role("link", name="Back", exact=True).click()
    page.get_by_role("link", name="First", exact=True).click()
    assert board.inner_html() == start


def test_the_position_can_be_read_as_text(page: Page):
    page.set_viewport_size({"width": 320, "height": 844})
    page.goto("/replay/marabunta/7/?at=40")
    text = page.locator(".drawing pre")
    expect(text).to_be_hidden()
    page.get_by_text("Position as text").click()
    expect(text).to_be_visible()
    assert text.evaluate("pre => pre.scrollWidth <= pre.clientWidth + 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_live_game_goes_on_until_it_is_paused(page: Page):
    page.clock.install()
    page.goto("/")
    scene = page.locator("[data-demo-scene]")
    first = scene.get_attribute("data-demo-scene")
    asked: list[str] = []
    page.on("request", lambda request: asked.extend([request.url] * ("/demo/" in request.url)))

    with page.expect_request(re.compile(rf"/demo/\?seen={first}$")):
        page.clock.run_for(4000)
    pause = page.get_by_role("button", name="Pause")
    pause.click()
    expect(pause).to_have_attribute("aria-pressed", "true")
    asked.clear()
    page.clock.run_for(20_000)
    assert asked == []
    with page.expect_request(re.compile("/demo/")):
        pause.click()


def test_another_picture_of_the_live_game_takes_the_place_of_the_one_seen(page: Page):
    page.clock.install()
    page.goto("/")
    page.locator("[data-demo-scene]").evaluate("scene => scene.dataset.demoScene = 'long-ago'")
    page.clock.run_for(4000)
    expect(page.locator("[data-demo-scene]")).to_have_count(1)
    expect(page.locator("[data-demo-scene='long-ago']")).to_have_count(0)


def test_who_wants_no_motion_sees_the_live_game_stand_still(page: Page):
    page.emulate_media(reduced_motion="reduce")
    page.clock.install()
    page.goto("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.extend([request.url] * ("/demo/" in request.url)))
    page.clock.run_for(20_000)
    assert asked == []
    expect(page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")


def test_a_refusal_can_lead_to_its_very_clause(page: Page):
    page.goto("/rules/marabunta/#M6.2")
    clause = page.locator("[id='M6.2']")
    expect(clause).to_be_in_viewport()
    expect(clause).to_contain_text("next to one of your own numbers")
    page.get_by_role("navigation", name="Sections").get_by_role("link", name="M10").click()
    expect(page.get_by_role("heading", name="M10 Scoring")).to_be_in_viewport()


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
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
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


def axe_violations(page: Page, *, without: tuple[str, ...] = ()) -> list[str]:
    rules = {rule: {"enabled": False} for rule in without}
    found = Axe().run(page, options={"rules": rules}).response["violations"]
    return [f"{rule['id']}: {node['html']}" for rule in found for node in rule["nodes"]]
