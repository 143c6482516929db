"""Whole games of two people, each in a browser of their own, who see each other's moves."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.players import KINDS, PHONE, close, two_who_play


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


def test_a_whole_game_is_played_on_a_phone(browser: Browser, server: str):
    one, two = two_who_play(browser, server, "mabula", **PHONE)
    while not one.is_over:
        mover, other = (one, two) if one.is_to_move else (two, one)
        mover.move()
        expect(other.page.locator("#game")).to_have_attribute("data-seq", str(mover.seq))
    close(one, two)


def complaints_of(page: Page) -> list[str]:
    found: list[str] = []
    page.on("console", lambda message: found.extend([message.text] * (message.type in ("error", "warning"))))
    page.on("pageerror", lambda error: found.append(str(error)))
    return found
