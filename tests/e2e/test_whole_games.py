"""Whole games in the browser, as people play them: two at once, without JavaScript, on a phone, by keyboard alone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.players import KeyboardPlayer, Player, two_who_play

KINDS = ["marabunta", "mabula"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("kind", KINDS)
def test_two_browsers_play_a_whole_game_and_see_each_others_moves(browser: Browser, server: str, kind):
    one, two = two_who_play(browser, server, kind)
    complaints = [complaints_of(player.page) for player in (one, two)]
    while not one.is_over:
        mover, other = (one, two) if one.is_to_move else (two, one)
        mover.move()
        expect(other.page.locator("#game")).to_have_attribute("data-seq", str(mover.seq))  # without a reload
    expect(two.page.locator('.match[data-turn="over"]')).to_be_visible()
    assert complaints == [[], []]
    close(one, two)


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_game_is_played_without_javascript(browser: Browser, server: str, kind):
    one, two = two_who_play(browser, server, kind, java_script_enabled=False)
    while not one.is_over:
        for player in (one, two):
            player.page.reload()
            player.take_turn()
    close(one, two)


def test_a_whole_game_is_played_on_a_phone(browser: Browser, server: str):
    one, two = two_who_play(browser, server, "mabula", **PHONE)
    while not one.is_over:
        mover, other = (one, two) if one.is_to_move else (two, one)
        mover.move()
        expect(other.page.locator("#game")).to_have_attribute("data-seq", str(mover.seq))
    close(one, two)


def test_the_keyboard_alone_plays_a_whole_game_of_mabula(page: Page):
    page.goto("/")
    page.get_by_role("button", name="Play Mabula").click()
    player = KeyboardPlayer(page)
    while not player.is_over:
        player.move()


def test_the_keyboard_alone_splits_chooses_and_resolves(page: Page):
    page.goto("/")
    page.get_by_role("button", name="Play the bot now").click()
    player = KeyboardPlayer(page)
    for _ in range(12):
        player.move()
    assert player.seq > 12


def test_arrow_keys_go_from_one_legal_space_to_the_next(page: Page):
    page.goto("/")
    page.get_by_role("button", name="Play Mabula").click()
    page.wait_for_load_state()
    legal = page.locator('#board a[data-state="legal"]')
    legal.first.focus()
    seen = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "End", "Home"):
        page.keyboard.press(key)
        focused = page.locator("#board :focus")
        expect(focused).to_have_attribute("data-state", "legal")
        seen.add(focused.get_attribute("id"))
    assert len(seen) > 2


def complaints_of(page: Page) -> list[str]:
    found: list[str] = []
    page.on("console", lambda message: found.extend([message.text] * (message.type in ("error", "warning"))))
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def close(*players: Player) -> None:
    for player in players:
        player.page.context.close()
