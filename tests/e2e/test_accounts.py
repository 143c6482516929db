import re
from itertools import count
from pathlib import Path
from time import monotonic, sleep

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.test_pages import axe_violations

PASSWORD = "a basket full of crumbs"
FOR_VISITORS = [
    *("/account/login/", "/account/signup/", "/account/login/code/", "/account/password/reset/", "/account/look/"),
]
FOR_MEMBERS = [
    *("/account/", "/account/preferences/", "/account/email/", "/account/password/change/", "/account/sessions/"),
    *("/account/2fa/", "/account/2fa/webauthn/", "/account/2fa/webauthn/add/", "/account/2fa/totp/activate/"),
    *("/account/export/", "/account/delete/", "/account/logout/", "/account/reauthenticate/"),
    *("/people/Crumb-1/", "/games/"),
]
numbers = count(1)


@pytest.fixture(scope="session")
def cookies(browser, server, mails):
    """The cookies of somebody who signed up in the browser and proved who they are a moment ago."""
    with browser.new_context(base_url=server) as context:
        page = context.new_page()
        sign_up(page, mails)
        page.goto("/account/reauthenticate/")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Continue").click()
        return context.cookies()


@pytest.fixture
def member(page: Page, cookies) -> Page:
    page.context.add_cookies(cookies)
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", FOR_VISITORS)
def test_axe_finds_nothing_to_mend_for_visitors(page: Page, path, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(path)
    assert axe_violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", FOR_MEMBERS)
def test_axe_finds_nothing_to_mend_for_members(member: Page, path, scheme):
    member.emulate_media(color_scheme=scheme)
    member.goto(path)
    assert member.url.endswith(path)
    assert axe_violations(member) == []


@pytest.mark.parametrize("width", [320, 390, 768])
@pytest.mark.parametrize("path", [*FOR_VISITORS, *FOR_MEMBERS])
def test_no_page_is_wider_than_its_window(page: Page, cookies, path, width):
    if path in FOR_MEMBERS:
        page.context.add_cookies(cookies)
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("path", ["/account/signup/", "/account/preferences/", "/account/delete/"])
def test_everything_one_touches_is_big_enough(member: Page, path):
    member.set_viewport_size({"width": 390, "height": 844})
    if path in FOR_VISITORS:
        member.context.clear_cookies()
    member.goto(path)
    for control in member.locator("main :is(button, select, .field input:not([type=checkbox], [type=radio]))").all():
        assert control.bounding_box()["height"] >= 44


def test_mistakes_are_said_where_they_are(page: Page, complaints):
    page.goto("/account/signup/")
    page.get_by_label("Name").fill("admin")
    page.get_by_label("E-mail address").fill("somebody@example.org")
    page.get_by_label("Password").fill("12345")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_label("Name")).to_have_accessible_description(re.compile("This name is reserved."))
    expect(page.get_by_label("Name")).to_have_value("admin")
    assert axe_violations(page) == []
    assert all("422" in complaint for complaint in complaints)
    complaints.clear()


def test_the_menu_under_ones_name_opens_without_javascript(browser, browser_context_args, cookies):
    with browser.new_context(**browser_context_args, java_script_enabled=False) as context:
        context.add_cookies(cookies)
        page = context.new_page()
        page.goto("/")
        menu = page.locator("header details")
        expect(menu.get_by_role("button", name="Log out")).to_be_hidden()
        menu.locator("summary").click()
        expect(menu.get_by_role("button", name="Log out")).to_be_visible()
        menu.get_by_role("link", name="Preferences").click()
        page.get_by_label("Dark").check()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("status")).to_contain_text("Preferences saved.")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        background = "getComputedStyle(document.querySelector('.card')).backgroundColor"
        dark = page.evaluate(background)
        page.get_by_label("Light", exact=True).check()
        page.get_by_role("button", name="Save").click()
        assert page.evaluate(background) != dark
        page.get_by_role("group", name="Page colours").get_by_label("Same as my device").check()
        page.get_by_role("button", name="Save").click()


def test_one_adds_a_passkey_and_logs_in_with_nothing_else(page: Page, server, mails, complaints):
    """At localhost: there can be no passkey for a number such as 127.0.0.1."""
    site = server.replace("127.0.0.1", "localhost")
    cdp = page.context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    having = ("hasResidentKey", "hasUserVerification", "isUserVerified", "automaticPresenceSimulation")
    options = {"protocol": "ctap2", "transport": "internal", **dict.fromkeys(having, True)}
    key = cdp.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
    name = sign_up(page, mails, site)

    page.goto(f"{site}/account/2fa/webauthn/add/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name of the passkey").fill("My thumb")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Recovery codes")
    page.goto(f"{site}/account/2fa/webauthn/")
    expect(page.get_by_role("main")).to_contain_text("My thumb")
    assert axe_violations(page) == []
    page.get_by_role("link", name="Rename").click()
    page.get_by_label("Name").fill("My other thumb")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("main")).to_contain_text("My other thumb")
    for path in ("recovery-codes/", "recovery-codes/generate/"):
        page.goto(f"{site}/account/2fa/{path}")
        assert axe_violations(page) == []

    log_out(page, site)
    page.goto(f"{site}/account/login/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("header summary")).to_have_text(name)

    log_out(page, site)
    cdp.send("WebAuthn.setUserVerified", {"authenticatorId": key, "isUserVerified": False})
    page.goto(f"{site}/account/login/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("The passkey didn’t work.")


def sign_up(page: Page, mails, site: str = "") -> str:
    """Through the pages, with the code from the mail; the name."""
    name = f"Crumb-{next(numbers)}"
    page.goto(f"{site}/account/signup/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("E-mail address").fill(f"{name}@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    mail = mail_to(f"{name.lower()}@", mails)
    page.get_by_label("Code").fill(re.findall(r"^([A-Z]{4}-[A-Z]{4})$", mail, re.MULTILINE)[0])
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("header summary")).to_have_text(name)
    return name


def mail_to(address: str, mails: Path) -> str:
    """A mail leaves while the page is answered, and so may come a moment after it."""
    end = monotonic() + 10
    while monotonic() < end:
        for file in mails.iterdir():
            if f"To: {address}" in (text := file.read_text()):
                return text
        sleep(0.05)
    raise AssertionError(f"no mail to {address}")


def log_out(page: Page, site: str) -> None:
    page.goto(f"{site}/account/logout/")
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    expect(page.get_by_role("status")).to_contain_text("You’re logged out.")
    page.wait_for_load_state("networkidle")
