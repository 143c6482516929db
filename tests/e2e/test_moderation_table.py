"""A moderator acts on a game, once by every act; both players see it at once, and why."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.players import Player, sit_down
from tests.e2e.test_pages import axe_violations

REASON = "Both of you asked for it."


@pytest.fixture
def table(let_in) -> tuple[Page, Page, str]:
    """Two members at a game of Mabula with a clock, each before its page; and its number."""
    one, two = let_in("Adaline"), let_in("Benno")
    address = sit_down(one, two)
    for _ in range(2):
        for page in (one, two):
            page.goto(address)
            Player(page).take_turn()
    for page in (one, two):
        page.goto(address)
    return one, two, address.split("/")[2]


@pytest.fixture
def act(let_in, table) -> Callable[..., None]:
    """Do something as moderator: fill the form, read the preview, do it, and let both players see it live."""
    one, two, number = table
    desk = let_in("Mo", "moderator")

    def act(title: str, headline: str, *, fill: Callable[[Page], None] | None = None) -> None:
        desk.goto(f"/moderation/games/{number}/")
        desk.locator("summary", has_text=title).click()
        form = desk.locator("details[open] form")
        if fill:
            fill(desk)
        form.get_by_label("Reason (both players will read it)").fill(REASON)
        form.get_by_role("button", name="Preview").click()
        expect(desk.get_by_role("heading", name="This is what will happen")).to_be_visible()
        desk.get_by_role("button", name="Do it").click()
        expect(desk.locator("main")).to_contain_text("Both players are told")
        for player in (one, two):
            expect(player.locator(".moderated")).to_contain_text(headline)
            expect(player.locator(".moderated")).to_contain_text(REASON)

    return act


def test_every_act_on_a_game_is_seen_by_both_players_and_reversed(table, act):
    one, two, _ = table
    act("Stop the clock", "stopped the clock")
    act("Restart the clock", "started the clock again")
    act("Add time", "added time", fill=lambda desk: desk.locator('details[open] [name="seat"]').first.check())
    act("Take back 24 hours", "took added time back")
    act("Take off public lists", "took the game off public lists")
    act("Put back on public lists", "put the game on public lists again")
    act(
        "Take back to a step", "took the game back", fill=lambda desk: desk.get_by_label("Step to go back to").fill("2")
    )
    act("Reverse the last decision", "reversed a decision")
    act("Annul", "annulled the game")
    for page in (one, two):
        expect(page.locator(".match h1")).to_have_text("Annulled")
    act("Reverse the last decision", "reversed a decision")
    for page in (one, two):
        expect(page.locator(".match h1")).not_to_have_text("Annulled")
    waits = "Benno" if one.locator(".match h1").inner_text() == "Your turn" else "Adaline"  # else the bot moves at once
    choose = lambda desk: desk.locator("details[open]").get_by_label(waits).check()  # noqa: E731
    act("Let a bot take over", "had a bot take over a seat", fill=choose)
    act("Give a seat back", "gave a seat back", fill=choose)
    act("Decide", "decided the game", fill=lambda desk: desk.locator("details[open]").get_by_label("Adaline").check())
    expect(one.locator(".match h1")).to_have_text("You won")
    expect(two.locator(".match h1")).to_have_text("Adaline won")


def test_the_desk_can_be_used_by_everybody(table, let_in):
    _, _, number = table
    for theme in ("light", "dark"):
        desk = let_in("Mo", "moderator", color_scheme=theme)
        for path in ("/moderation/games/", f"/moderation/games/{number}/"):
            desk.goto(path)
            assert axe_violations(desk) == []
