"""What lies on the table is explained by a press: by mouse and finger, by keyboard, and without any script."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.serving import Site

MOMENTS = [
    "marabunta: split",
    "marabunta: choose",
    "marabunta: a number",
    "marabunta: nothing, while the other has to choose",
    "marabunta: nothing, in a replay",
    "mabula: a marble",
]


@pytest.fixture(params=[True, False], ids=["with-scripts", "without-scripts"])
def looker(request, browser: Browser, site: Site) -> Iterator[Page]:
    """A browser, also one that runs no scripts."""
    with browser.new_context(base_url=site.url, java_script_enabled=request.param) as context:
        yield context.new_page()


def look(page: Page, site: Site, moment: str) -> None:
    path, session, _ = site.lay_out(moment, has_bot=False)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.goto(path)


@pytest.mark.parametrize("moment", MOMENTS)
def test_what_is_what_is_told_by_a_press_and_put_away_by_another(looker: Page, site: Site, moment):
    look(looker, site, moment)
    button, sheet = looker.get_by_role("button", name="What is what"), looker.locator("#lexicon")
    expect(sheet).to_be_hidden()
    button.click()
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("link", name="Rule").first).to_be_visible()
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    button.press("Enter")
    expect(sheet).to_be_visible()
    looker.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(button).to_be_focused()
    button.press("Enter")
    button.press("Enter")
    expect(sheet).to_be_hidden()


@pytest.mark.parametrize("moment", ["marabunta: split", "marabunta: choose", "marabunta: a number"])
def test_all_seven_pieces_of_a_round_are_explained_with_their_rules(looker: Page, site: Site, moment):
    look(looker, site, moment)
    looker.get_by_role("button", name="What is what").click()
    pieces = looker.locator("#lexicon li[data-explains]")
    expect(pieces).to_have_count(7)
    for number in range(7):
        expect(pieces.nth(number).get_by_role("link", name="Rule M")).to_be_visible()


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        ("marabunta: choose", ["Anthill", "Crate hex", "Leaf", "Pool", "Bonus", "est."]),
        ("mabula: a marble", ["Rim and field", "Push", "Group", "est."]),
    ],
)
def test_the_words_on_the_page_are_explained_too(looker: Page, site: Site, moment, words):
    look(looker, site, moment)
    looker.get_by_role("button", name="What is what").click()
    for word in words:
        entry = looker.locator("#lexicon li").filter(has=looker.locator("b").get_by_text(word, exact=True))
        expect(entry).to_be_visible()


def test_a_piece_that_lies_open_is_explained_where_it_lies_and_leads_to_its_rule(looker: Page, site: Site):
    look(looker, site, "marabunta: nothing, while the other has to choose")
    piece = looker.locator('.open-pool [data-piece="T"] .explains')
    told = looker.locator("#about-T")
    piece.focus()
    looker.keyboard.press("Enter")
    expect(told).to_be_visible()
    looker.keyboard.press("Escape")
    expect(told).to_be_hidden()
    piece.click()
    expect(told).to_be_visible()
    piece.click()
    expect(told).to_be_hidden()
    piece.click()
    told.get_by_role("link", name="Rule M5").click()
    expect(looker.locator(".clause-list li:target")).to_be_in_viewport()


def test_tiles_powers_anthills_cupcakes_and_leaves_lead_to_their_rules(looker: Page, site: Site):
    look(looker, site, "marabunta: nothing, while the other has to choose")
    for name, rule in (
        ("about-tile-one", "M5"),
        ("red-power-1", "M8"),
        ("red-anthills", "M6.3"),
        ("blue-cupcakes", "M7.1"),
        ("about-leaf-G", "M10.2"),
    ):
        looker.locator(f'[popovertarget="{name}"]').first.click()
        expect(looker.locator(f"#{name}").get_by_role("link", name=f"Rule {rule}")).to_be_visible()
        looker.keyboard.press("Escape")


def test_why_not_leads_to_the_very_clause(looker: Page, site: Site):
    look(looker, site, "marabunta: a number, and why not elsewhere")
    looker.locator("#why").get_by_role("link", name="Rule M").click()
    marked = looker.locator(".clause-list li:target")
    expect(marked).to_be_in_viewport()
    assert looker.url.partition("#")[2].startswith("M")
    plain = looker.locator(".clause-list li:not(:target)").first
    colours = [one.evaluate("one => getComputedStyle(one).backgroundColor") for one in (marked, plain)]
    assert colours[0] != colours[1]
