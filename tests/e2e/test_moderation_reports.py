"""A player reports what is unfair; a moderator works through the desk; the player reads what came of it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.players import sit_down
from tests.e2e.test_pages import axe_violations

INSULT = "what a silly move, nitwit"


@pytest.fixture
def table(let_in) -> tuple[Page, Page, str]:
    """Two members at a game of Mabula, in which one has been rude; and its address."""
    one, two = let_in("Corinne"), let_in("Dorian")
    address = sit_down(one, two)
    two.goto(f"{address}chat/")
    two.get_by_label("Your message").fill(INSULT)
    two.get_by_role("button", name="Send").click()
    expect(two.get_by_role("log")).to_contain_text(INSULT)
    return one, two, address


def report_message_and_game(one: Page, address: str) -> None:
    one.goto(f"{address}chat/")
    report = one.get_by_role("link", name="Report this message from Dorian")
    box = report.bounding_box()
    assert box and box["width"] > 50 and box["height"] >= 24  # a word to read and to press, not a flag alone
    report.click()
    expect(one.locator("main")).to_contain_text(INSULT)  # what is kept
    assert axe_violations(one) == []
    one.get_by_label("Insults or harassment").check()
    one.get_by_label("In your own words").fill("He always writes like that.")
    one.get_by_role("button", name="Send report").click()
    expect(one.get_by_role("heading", name="My reports")).to_be_visible()
    expect(one.locator("main")).to_contain_text("under review")

    one.goto(address)
    one.get_by_role("link", name="Report a problem").click()
    one.get_by_label("Stalls or abandons games").check()
    one.get_by_role("button", name="Send report").click()
    expect(one.locator(".mod-card")).to_have_count(2)


def test_a_message_and_a_game_are_reported_settled_and_answered(table, let_in):
    one, two, address = table

    report_message_and_game(one, address)
    desk = let_in("Milla", "moderator")
    desk.goto("/")
    desk.get_by_role("link", name=re.compile("Desk")).click()
    assert axe_violations(desk) == []
    case = desk.locator(".mod-row", has_text="Dorian").filter(has_text="Insults or harassment")
    case.get_by_role("link").click()
    expect(desk.locator("[data-it]")).to_contain_text(INSULT)
    desk.get_by_role("button", name="Take case").click()
    expect(desk.get_by_role("button", name="Hand back")).to_be_visible()

    desk.get_by_role("link", name="Hide message").click()
    desk.locator("main").get_by_label("Reason").fill("An insult.")
    desk.get_by_role("button", name="Hide message").click()
    expect(desk.locator("main")).to_contain_text("Done in this case")
    one.goto(f"{address}chat/")
    expect(one.locator("main")).not_to_contain_text(INSULT)

    desk.goto("/moderation/?view=mine")
    desk.keyboard.press("j")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", name="Insults or harassment")).to_be_visible()
    assert axe_violations(desk) == []
    desk.keyboard.press("2")
    expect(desk.get_by_role("radio", name="Message hidden")).to_be_checked()
    desk.keyboard.press("s")
    expect(desk.get_by_role("status")).to_contain_text("settled")

    desk.goto("/moderation/?reason=stalling")
    desk.locator(".mod-row", has_text="Dorian").get_by_role("link").click()
    expect(desk.locator(".mod-game .thumb svg")).to_be_visible()
    desk.get_by_label("The clock allows it").check()
    desk.get_by_label("Add to the answer").fill("Two days are left.")
    desk.get_by_role("button", name="Settle and open next").click()
    expect(desk.get_by_role("status")).to_contain_text("settled")

    one.goto("/notifications/")
    one.get_by_role("link", name="Your report was answered (Insults or harassment).").click()
    expect(one.locator("main")).to_contain_text("we’ve hidden the message")
    expect(one.locator("main")).to_contain_text("Everyone may use their time")
    expect(one.locator("main")).to_contain_text("Two days are left.")
    two.goto("/reports/")
    expect(two.locator("main")).to_contain_text("You haven’t reported anything.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_desk_can_be_used_by_everybody_and_fits_a_phone(table, let_in, scheme):
    one, _, address = table
    one.goto("/people/Dorian/report/")
    one.get_by_label("An offensive name").check()
    one.get_by_role("button", name="Send report").click()
    desk = let_in("Milla", "moderator", color_scheme=scheme, viewport={"width": 360, "height": 800})
    desk.goto("/moderation/?view=all")
    rows = desk.locator(".mod-row .cover")
    paths = ["/moderation/", "/moderation/?view=closed", str(rows.first.get_attribute("href"))]
    for page, path in [*((desk, path) for path in paths), (one, f"{address}report/"), (one, "/reports/")]:
        page.set_viewport_size({"width": 360, "height": 800})
        page.goto(path)
        assert axe_violations(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path


def test_a_report_is_made_and_settled_without_javascript(table, let_in):
    _, _, address = table
    one = let_in("Corinne", java_script_enabled=False)
    one.goto(f"{address}report/")
    one.get_by_label("Got help").check()
    one.get_by_role("button", name="Send report").click()
    expect(one.get_by_role("heading", name="My reports")).to_be_visible()
    desk = let_in("Milla", "moderator", java_script_enabled=False)
    desk.goto("/moderation/?view=all&reason=cheating")
    desk.locator(".mod-row", has_text="Dorian").get_by_role("link").click()
    desk.get_by_label("No sign of help").check()
    desk.get_by_role("button", name="Settle and open next").click()
    expect(desk.get_by_role("status")).to_contain_text("settled")
