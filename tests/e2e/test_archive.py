"""Lists, profiles and archives in a browser: at every size, with the longest names, with and without a script."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.played_games import NAMES, OLD_GAMES
from tests.e2e.serving import Played
from tests.e2e.test_pages import axe_violations

ONE, TWO = NAMES
PATHS = ["/", "/lobby/", "/games/", f"/people/{ONE}/", f"/people/{TWO}/", f"/people/{TWO}/games/", "/account/"]
RECORDS = [
    *(f"/people/{ONE}/results/", f"/people/{ONE}/achievements/", f"/people/{ONE}/against/{TWO}/", "/games/kept/"),
    *(f"/people/{TWO}/note/", "/ratings/mabula/", f"/people/{ONE}/rating/mabula/"),
]


@pytest.mark.parametrize("width", [320, 390, 1366])
@pytest.mark.parametrize("path", [*PATHS, *RECORDS])
def test_the_longest_names_fit_into_every_list(member: Page, path, width):
    member.set_viewport_size({"width": width, "height": 800})
    member.goto(path)
    assert member.evaluate("document.documentElement.scrollWidth") <= width
    assert member.evaluate(OUTSIDE) == []


# Words of rows, headings and buttons that reach over the edge of what they are in, or are cut off there.
OUTSIDE = """() => {
  const isBox = one => getComputedStyle(one).display !== "contents";
  const holder = one => isBox(one.parentElement) ? one.parentElement : holder(one.parentElement);
  const right = one => one.getBoundingClientRect().right;
  return [...document.querySelectorAll("main :is(.row, .card, .who, .when, h1, h2, .btn), header summary")]
    .filter(one => one.checkVisibility() && !one.closest(".sr"))
    .filter(one => one.scrollWidth > one.clientWidth + 1 || right(one) > right(holder(one)) + 1)
    .map(one => one.outerHTML.slice(0, 200));
}"""


@pytest.mark.parametrize("path", ["/games/", f"/people/{TWO}/games/?kind=chess&rated=no", "/games/?q=nobody", *RECORDS])
def test_axe_finds_nothing_to_mend_in_light_and_dark_on_a_desk_and_on_a_phone(member: Page, complaints, path):
    member.goto(path)
    for width in (1366, 390):
        member.set_viewport_size({"width": width, "height": 800})
        for scheme in ("light", "dark"):
            member.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            assert axe_violations(member) == [], (width, scheme)
    assert all("422" in complaint for complaint in complaints)
    complaints.clear()


def test_a_choice_shows_its_games_at_once_and_the_form_stays_as_it_is(member: Page):
    member.goto("/games/")
    member.get_by_text("More filters").click()
    member.get_by_label("Game", exact=True).evaluate("field => field.dataset.same = ''")
    member.get_by_label("Game", exact=True).select_option("Marabunta")
    expect(member.get_by_role("status").filter(has_text="3 games")).to_be_visible()
    expect(member).to_have_url(re.compile(r"/games/\?kind=marabunta$"))
    expect(member.locator("[data-same]")).to_have_count(1)
    member.get_by_label("Territory", exact=True).select_option("Delta")
    expect(member.locator("#found .game-row")).to_have_count(1)
    expect(member.get_by_label("Scoring")).to_be_hidden()
    member.get_by_label("Result").select_option("Won")
    expect(member.locator("#found")).to_contain_text("No games match.")
    member.go_back()
    expect(member.locator("#found .game-row")).to_have_count(1)
    expect(member.get_by_label("Territory", exact=True)).to_have_value("delta")
    member.locator("#found").get_by_role("link").click()
    expect(member.locator("#board")).to_be_visible()


def test_what_makes_no_sense_is_said_without_leaving_the_page(member: Page, complaints):
    member.goto("/games/")
    member.get_by_text("More filters").click()
    member.get_by_label("Started from").fill("2026-05-02")
    member.get_by_label("Started until").fill("2026-05-01")
    member.get_by_role("button", name="Search").click()
    expect(member.get_by_role("alert").filter(has_text="Started until")).to_contain_text(
        "This date is before the first one."
    )
    assert all("422" in complaint for complaint in complaints)
    complaints.clear()


def test_the_keyboard_alone_finds_a_game_and_opens_it(member: Page):
    member.goto("/games/")
    member.get_by_label("Opponent or game number").focus()
    member.keyboard.type("wurmbach")
    member.keyboard.press("Enter")
    expect(member).to_have_url(re.compile(r"\?q=wurmbach$"))
    for _ in range(12):
        member.keyboard.press("Tab")
        if member.evaluate("document.activeElement.matches('.game-row a')"):
            break
    member.keyboard.press("Enter")
    expect(member.locator("#board")).to_be_visible()


def test_without_a_script_games_are_found_and_paged_through(browser, browser_context_args, site, played):
    with browser.new_context(**browser_context_args, java_script_enabled=False) as context:
        context.add_cookies([{"name": "sessionid", "value": played.sessions[0], "url": site.url}])
        page = context.new_page()
        page.goto("/")
        page.get_by_role("main").get_by_role("link", name="All my games").click()
        page.get_by_label("Game", exact=True).select_option("Mabula")
        page.get_by_label("Result").select_option("Lost")
        page.get_by_role("button", name="Search").click()
        rows = page.locator(".game-row")
        expect(rows).not_to_have_count(0)
        for words in rows.locator("b").all_inner_texts():
            assert words.startswith("You lost")
        page.goto("/games/")
        expect(rows).to_have_count(20)
        first = rows.first.inner_text()
        page.get_by_role("link", name="Older games").click()
        expect(rows).to_have_count(OLD_GAMES + 6 - 20)
        page.get_by_role("link", name="Newer games").click()
        expect(rows.first).to_have_text(first, use_inner_text=True)


def test_watching_again_plays_from_the_first_step_until_it_is_paused(member: Page, played: Played):
    member.emulate_media(reduced_motion="reduce")  # who presses it wants it to move
    member.clock.install()
    member.goto(f"/games/{played.replayed}/")
    member.get_by_role("link", name="Replay").click()
    dock = member.locator("#dock")
    expect(dock).to_contain_text("Step 0 of")
    expect(member).to_have_url(re.compile(r"\?at=0$"))
    pause = dock.get_by_role("button", name="Pause")
    expect(pause).to_be_focused()
    for step in (1, 2):
        member.clock.run_for(1500)
        expect(dock).to_contain_text(f"Step {step} of")
    member.keyboard.press("Space")
    expect(dock.get_by_role("button", name="Play from here")).to_have_attribute("aria-pressed", "false")
    member.clock.run_for(20_000)
    expect(dock).to_contain_text("Step 2 of")
    member.go_back()  # to the game that is over: the steps are no pages of their own
    expect(member.get_by_role("link", name="Replay")).to_be_visible()
    member.clock.run_for(20_000)
    expect(member.get_by_role("link", name="Replay")).to_be_visible()


def test_an_address_that_says_so_plays_by_itself_and_only_once(member: Page, played: Played):
    member.clock.install()
    member.goto(f"/games/{played.replayed}/?at=3&play=1")
    dock = member.locator("#dock")
    member.clock.run_for(1500)
    expect(dock).to_contain_text("Step 4 of")
    dock.get_by_role("button", name="Pause").click()
    member.reload()
    member.clock.run_for(20_000)
    expect(dock).to_contain_text("Step 4 of")


def test_without_a_script_watching_again_begins_at_the_first_step(browser, browser_context_args, played):
    with browser.new_context(**browser_context_args, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"/games/{played.replayed}/")
        page.get_by_role("link", name="Replay").click()
        expect(page.locator("#dock")).to_contain_text("Step 0 of")
        expect(page.locator("#look-play")).to_be_hidden()
        page.locator("#look-next").click()
        expect(page.locator("#dock")).to_contain_text("Step 1 of")
