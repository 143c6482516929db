"""What people keep for themselves, in a browser: by keyboard, with and without a script."""

from playwright.sync_api import Page, expect

from tests.e2e.serving import Played


def test_the_star_is_pressed_by_keyboard_and_stays_when_the_game_is_swapped(member: Page, played: Played):
    member.goto(f"/games/{played.replayed}/")
    star = member.get_by_role("button", name="Favourite")
    expect(star).to_have_attribute("aria-pressed", "false")
    star.focus()
    member.keyboard.press("Enter")
    expect(star).to_have_attribute("aria-pressed", "true")
    expect(star).to_be_focused()
    member.get_by_role("link", name="Flip board").click()
    expect(member.locator("[data-flip]")).to_be_visible()
    expect(star).to_have_count(1)
    expect(star).to_have_attribute("aria-pressed", "true")
    star.click()
    expect(star).to_have_attribute("aria-pressed", "false")


def test_without_a_script_a_game_is_starred_tagged_noted_and_found_again(browser, browser_context_args, site, played):
    with browser.new_context(**browser_context_args, java_script_enabled=False) as context:
        context.add_cookies([{"name": "sessionid", "value": played.sessions[0], "url": site.url}])
        page = context.new_page()
        page.goto(f"/games/{played.replayed}/")
        page.get_by_role("button", name="Favourite").click()
        expect(page.get_by_role("button", name="Favourite")).to_have_attribute("aria-pressed", "true")
        page.get_by_role("link", name="Add a note or tags").click()
        page.get_by_label("Tags").fill("Endgame")
        page.get_by_label("Note").fill("Look again at the rim.")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("status").filter(has_text="Only you can see it")).to_be_visible()
        page.get_by_role("link", name="endgame").click()
        expect(page.locator(".kept")).to_contain_text("Look again at the rim.")
        page.get_by_role("link", name="Edit").click()
        page.get_by_label("Favourite").uncheck()
        page.get_by_label("Tags").fill("")
        page.get_by_label("Note").fill("")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("link", name="Add a note or tags")).to_be_visible()
