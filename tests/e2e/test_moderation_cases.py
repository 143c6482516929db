"""A moderator with ten minutes a day: an insult is dealt with in six presses, and what settles is in sight."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.players import PHONE, sit_down
from tests.e2e.test_pages import axe_violations

INSULT = "what a silly move, nitwit"
MOST_PRESSES = 6


class Counted:
    """A page whose presses are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = 0

    def press(self, target: Locator) -> None:
        self.presses += 1
        target.click()


@pytest.fixture
def reported(let_in) -> Page:
    """Clotilde, to whom Dorian was rude, and who has reported it."""
    one, two = let_in("Clotilde"), let_in("Dorian")
    address = sit_down(one, two)
    two.goto(f"{address}chat/")
    two.get_by_label("Your message").fill(INSULT)
    two.get_by_role("button", name="Send").click()
    expect(two.get_by_role("log")).to_contain_text(INSULT)
    one.goto(f"{address}chat/")
    one.get_by_role("link", name="Report this message from Dorian").last.click()
    one.get_by_label("Insults or harassment").check()
    one.get_by_role("button", name="Send report").click()
    expect(one.get_by_role("heading", name="My reports")).to_be_visible()
    one.goto(f"{address}chat/")
    page: Page = one
    return page


def case_of(desk: Page) -> Locator:
    return desk.locator(".mod-row", has_text="Dorian").filter(has_text="Insults or harassment").get_by_role("link")


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "plain"])
def test_an_insult_is_hidden_warned_of_and_answered_in_six_presses(reported, let_in, has_scripts):
    desk = let_in("Milla", "moderator", java_script_enabled=has_scripts, viewport={"width": 1366, "height": 768})
    desk.goto("/moderation/")
    counted = Counted(desk)
    counted.press(case_of(desk))
    settle = desk.get_by_role("button", name="Settle and open next")
    box = settle.bounding_box()
    assert box and box["y"] + box["height"] <= 768, "it is in sight without scrolling"
    counted.press(desk.get_by_label("Hide this message"))
    counted.press(desk.get_by_label("Warn", exact=False).first)
    counted.press(desk.get_by_label("Hidden, and author sanctioned"))
    counted.press(settle)
    expect(desk.get_by_role("status").first).to_be_visible()
    expect(desk.locator("body")).to_contain_text("settled")
    assert counted.presses <= MOST_PRESSES
    reported.reload()
    expect(reported.locator("main")).not_to_contain_text(INSULT)
    reported.goto("/reports/")
    expect(reported.locator("main")).to_contain_text("told its author why")


def test_a_preview_says_what_will_happen_and_the_choices_stay(reported, let_in):
    desk = let_in("Milla", "moderator")
    desk.goto("/moderation/")
    case_of(desk).click()
    desk.get_by_label("Hide this message").check()
    desk.get_by_role("button", name="Preview").click()
    preview = desk.locator(".mod-preview")
    expect(preview).to_contain_text("Nothing has been done yet.")
    expect(preview).to_contain_text(INSULT)
    expect(desk.get_by_label("Hide this message")).to_be_checked()
    assert axe_violations(desk) == []
    desk.get_by_role("button", name="Act, settle later").click()
    expect(desk.locator("main")).to_contain_text("Done in this case")
    assert axe_violations(desk) == []
    desk.get_by_label("No rule broken").check()
    desk.get_by_role("button", name="Settle and open next").click()
    expect(desk.get_by_text("settled").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_one_press_leads_to_what_is_decided(reported, let_in, scheme):
    desk = let_in("Milla", "moderator", color_scheme=scheme, **PHONE)
    desk.goto("/moderation/")
    case_of(desk).click()
    assert axe_violations(desk) == []
    assert desk.evaluate("document.documentElement.scrollWidth") <= 390
    desk.get_by_role("link", name="Decide").click()
    expect(desk.get_by_role("button", name="Settle and open next")).to_be_in_viewport()
    desk.get_by_label("Hide this message").check()
    desk.get_by_label("Message hidden").check()
    expect(desk.get_by_role("button", name="Settle and open next")).to_be_in_viewport()
    desk.get_by_role("button", name="Settle and open next").click()
    expect(desk.get_by_text("settled").first).to_be_visible()
