"""Games against bots: by keyboard alone, by a visitor to the end, with hints."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.players import KINDS, PHONE, KeyboardPlayer, Player


def test_the_keyboard_alone_plays_a_whole_game_of_mabula(page: Page):
    page.goto("/")
    page.locator(".choice").get_by_role("button", name="Play Mabula").click()
    player = KeyboardPlayer(page)
    player.wait()
    while not player.is_over:
        player.move()
        player.wait()
    expect(page.locator('.match[data-turn="over"]')).to_be_visible()


def test_the_keyboard_alone_splits_chooses_and_resolves(page: Page):
    page.goto("/")
    page.locator(".choice").get_by_role("button", name="Play Marabunta").click()
    player = KeyboardPlayer(page)
    for _ in range(12):
        player.wait()
        player.move()
    assert player.seq > 12


@pytest.mark.parametrize("kind", KINDS)
def test_a_visitor_plays_a_worker_from_the_home_page_to_the_end_and_takes_a_hint(page: Page, kind):
    page.goto("/")
    page.locator(".against > summary").click()
    page.locator(f'[name="{kind}-bot"][value="worker"]').check(force=True)
    page.locator(".choice").get_by_role("button", name=f"Play {kind.capitalize()}").click()
    player = Player(page)
    expect(page.locator(".match")).to_contain_text("Worker (bot)")
    player.wait()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("Hint: ")
    expect(page.locator("#ask-hint")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#hint-move:visible, #no-hint").first).to_be_focused()  # it comes next
    player.make(page.locator(HINTED).last)
    player.wait()
    while not player.is_over:
        player.move()
        player.wait()


def test_on_a_phone_a_hint_and_the_place_it_speaks_of_are_seen_together(browser: Browser, server: str):
    context = browser.new_context(base_url=server, **PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto("/")
    page.locator(".choice").get_by_role("button", name="Play Marabunta").click()
    player = Player(page)
    hinted = 0
    while hinted < 3:
        player.wait()
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#hint-words")).to_be_in_viewport(ratio=1)
        place = page.locator("#board [data-hint]")
        if place.count():
            expect(place).to_be_in_viewport(ratio=1)
            hinted += 1
        player.make(page.locator(HINTED).last)
    context.close()


HINTED = "#hint-move:visible, .dock:has(.hint) #offer"  # pieces lie as a hint means: what offers them does it
MEASURED = """() => {
  const board = document.querySelector("#board .board").getBoundingClientRect();
  const { width, height } = document.querySelector("#board .hex").getBoundingClientRect();
  return [[board.left, board.right, board.bottom], document.documentElement.scrollWidth, [width, height]];
}"""


@pytest.mark.parametrize("width", [320, 344, 360, 412])
def test_the_board_is_seen_whole_on_the_narrowest_phone_too_and_fingers_hit_its_hexes(page: Page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/")
    page.get_by_role("button", name="Play Marabunta").first.click()
    player = Player(page)
    while not page.locator("#board .hex").count():
        player.wait()
        player.move()
    page.wait_for_load_state()  # with its styles
    (left, right, bottom), overflow, hex_size = page.evaluate(MEASURED)  # at one moment: a live update may replace it
    assert left >= 0 and right <= width and bottom <= 800
    assert overflow <= width
    assert min(hex_size) >= 44


def test_arrow_keys_go_from_one_legal_space_to_the_next(page: Page):
    page.goto("/")
    page.locator(".choice").get_by_role("button", name="Play Mabula").click()
    page.wait_for_load_state()
    KeyboardPlayer(page).wait()
    legal = page.locator('#board a[data-state="legal"]')
    legal.first.focus()
    seen = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "End", "Home"):
        page.keyboard.press(key)
        focused = page.locator("#board :focus")
        expect(focused).to_have_attribute("data-state", "legal")
        seen.add(focused.get_attribute("id"))
    assert len(seen) > 2
