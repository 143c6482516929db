"""A mirror match in two browsers, on a desk and on a phone: offered, played step by step, and summed up."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.players import PHONE, Player, close
from tests.luck import dice as dice_of


@pytest.fixture
def both(let_in) -> tuple[Player, Player]:
    return Player(let_in("Ilse"), dice_of(4)), Player(let_in("Jorge", **PHONE), dice_of(5))


def test_two_people_play_a_match_on_two_boards(both):
    one, two = both
    boards = sit_down(one.page, two.page)
    nobody_sees_a_turn_before_both_boards_are_ready(one, two, boards)
    is_running = True
    while is_running:
        still = [goes_on(player, board) for board in boards for player in both]
        is_running = any(still)
    for player in both:
        for board in boards:
            player.page.goto(board)
            expect(player.page.locator("#dock")).to_contain_text(re.compile(r"match.* on both boards together"))
    one.page.goto(f"{boards[0]}fairness/")
    expect(one.page.locator("main")).to_contain_text("on both boards")
    close(one, two)


def sit_down(one: Page, two: Page) -> tuple[str, str]:
    """The addresses of both boards."""
    one.goto("/games/new/")
    one.locator('input[name="kind"][value="mabula"]').check(force=True)
    one.locator('input[name="audience"][value="person"]').check(force=True)
    one.locator('input[name="opponent"]').fill("Jorge")
    one.get_by_label("Mirror match").check()
    one.locator("main form button.primary.big").click()
    one.wait_for_url("**/challenges/*/")
    expect(one.locator("main")).to_contain_text("colours swapped")
    two.goto(one.url)
    two.locator("main").get_by_role("button").first.click()
    two.wait_for_url("**/games/*/**")
    first = address(two)
    two.get_by_role("link", name="other board").first.click()
    two.wait_for_url(lambda url: first not in url)
    return first, address(two)


def nobody_sees_a_turn_before_both_boards_are_ready(one: Player, two: Player, boards: tuple[str, str]) -> None:
    for player in (one, two):
        player.page.goto(boards[0])
    mover, other = (one, two) if one.is_to_move else (two, one)
    before = other.seq
    mover.move()
    expect(mover.page.locator("#dock")).to_contain_text("You’ve finished your turn.")
    other.page.reload()
    assert other.seq == before
    expect(other.page.locator("#dock")).to_contain_text("has finished this turn")
    other.page.goto(boards[1])
    assert other.is_to_move, "each has one of the two turns"
    other.move()
    other.page.goto(boards[0])
    assert other.seq > before, "now both boards are ready"


def goes_on(player: Player, board: str) -> bool:
    """Whether the board was still played; the player has made a move there if it was theirs to make."""
    player.page.goto(board)
    if player.is_to_move:
        player.move()
    return not player.is_over


def address(page: Page) -> str:
    return f"/games/{page.url.split('/games/')[1].split('/')[0]}/"
