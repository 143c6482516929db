"""Whole games without JavaScript."""

import pytest
from playwright.sync_api import Browser

from tests.e2e.players import KINDS, close, two_who_play


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_game_is_played_without_javascript(browser: Browser, server: str, kind):
    one, two = two_who_play(browser, server, kind, java_script_enabled=False)
    while not one.is_over:
        for player in (one, two):
            player.page.reload()
            player.take_turn()
    two.page.reload()
    assert two.is_over
    close(one, two)
