"""A third kind, of which only its package and one line are there, in two real browsers."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.serving import Site


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[Site]:
    """A site of our own, on which Heap is played too."""
    site = Site(tmp_path_factory.mktemp("heap"), tmp_path_factory.mktemp("mails"), "tests.third_kind.settings")
    site.start()
    yield site
    site.stop()


@pytest.fixture
def server(site):
    return site.url


def stones(page: Page) -> int:
    return page.locator("#board .stone").count()


def test_two_browsers_play_the_third_kind_and_each_sees_the_moves_of_the_other(let_in):
    ada, ben = let_in("ada"), let_in("ben")
    ada.goto("/games/new/")
    ada.get_by_label("Heap", exact=True).check()
    expect(ada.get_by_role("group", name="Options of Heap")).to_be_visible()
    expect(ada.get_by_role("group", name="Options of Marabunta")).to_be_hidden()
    ada.get_by_label("Two stones").check()
    ada.get_by_label("Anyone").check()
    ada.get_by_role("button", name="Create game").click()
    ben.goto(ada.get_by_label("Link", exact=True).input_value())
    ben.get_by_role("button", name="Play", exact=True).click()
    for page in (ada, ben):
        expect(page.locator("#board .stone").first).to_be_visible()
    turns = [ada, ben] if ada.locator('.match[data-turn="yours"]').count() else [ben, ada]
    assert stones(ada) == stones(ben) >= 9
    fill = ada.locator("#board .stone").first.evaluate("stone => getComputedStyle(stone).fill")
    assert fill == "rgb(138, 127, 114)", "the kind's own style sheet is served"

    for left in range(stones(ada) - 2, -2, -2):
        mover, other = turns
        mover.get_by_role("button", name="Take 2" if left >= 0 else "Take 1").click()
        for page in (mover, other):  # the other's without loading it anew
            expect(page.locator("#board .stone")).to_have_count(max(left, 0))
        turns.reverse()
        if left <= 0:
            break
    for page in turns:
        expect(page.locator("#dock")).to_contain_text("took the last stone.")
