"""On paper: the rules on few pages, a game with its board, its result and its moves; no navigation, black on white."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from games import kinds
from tests.e2e.players import close, two_who_play

KINDS = [kind.key for kind in kinds.all()]
LONGER = ["fr", "it", "pl"]


def sheets(page: Page, form: str = "A4") -> int:
    """How many sheets of that form the page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=form)))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_rules_are_printed_on_eight_sheets_at_most_and_without_navigation(page: Page, kind, scheme):
    page.emulate_media(media="print", color_scheme=scheme)
    page.goto(f"/rules/{kind}/")
    for shown in (page.get_by_role("heading", level=1), page.locator(".rules-picture svg"), page.locator("#clauses")):
        expect(shown).to_be_visible()
    for hidden in ("header.top", "footer", "nav", "button", ".btn"):
        assert page.locator(hidden).filter(visible=True).count() == 0, hidden
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.querySelector('.card')).backgroundColor") == "rgb(255, 255, 255)"
    assert 1 < sheets(page) <= 8


@pytest.mark.parametrize("form", ["A4", "Letter"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_summary_is_printed_on_one_sheet(page: Page, kind, scheme, form):
    page.emulate_media(media="print", color_scheme=scheme)
    page.goto(f"/rules/{kind}/summary/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for hidden in ("header.top", "footer", "nav", ".more"):
        assert page.locator(hidden).filter(visible=True).count() == 0, hidden
    assert sheets(page, form) == 1


@pytest.mark.parametrize("language", LONGER)
@pytest.mark.parametrize("kind", KINDS)
def test_the_rules_and_the_summary_take_no_more_paper_in_other_languages(page: Page, server: str, kind, language):
    page.context.add_cookies([{"name": "django_language", "value": language, "url": server}])
    page.emulate_media(media="print")
    for path, most in ((f"/rules/{kind}/summary/", 1), (f"/rules/{kind}/", 8)):
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == language
        assert sheets(page, "Letter") <= most, path


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_printed_with_its_board_its_result_and_all_moves_in_sight(browser: Browser, server: str, kind):
    one, two = two_who_play(browser, server, kind)
    one.move() if one.is_to_move else two.move()
    page = one.page
    page.get_by_text("Resign", exact=True).click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator('.match[data-turn="over"]')).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    for shown in ("h1", "#board svg", ".final table", "#moves-list li"):
        expect(page.locator(shown).first).to_be_visible()
    for hidden in (".top", ".foot", "#dock", "#chat", "button", ".history-slider"):
        assert page.locator(hidden).filter(visible=True).count() == 0, hidden
    assert page.locator("#moves-list").evaluate("list => list.scrollHeight <= list.clientHeight + 1")
    assert sheets(page) <= 3
    close(one, two)
