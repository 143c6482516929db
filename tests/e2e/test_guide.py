"""The guided first game of each kind, played through by mouse, by keyboard alone, and without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from games import kinds
from games.guide.walk import Place
from games.kind_pages.registry import page_of
from tests.e2e.players import KINDS, PHONE, KeyboardPlayer, Player
from tests.e2e.test_one_screen import MEASURE, least_of

SIZES = [(1366, 768), (390, 844), (844, 390)]


def places(kind: str) -> Iterator[Place]:
    """Every place at which something is asked."""
    lesson = page_of(kind).lesson
    assert lesson
    for number, step in enumerate(lesson.steps, start=1):
        for done in range(len(step.presses)):
            yield Place(kinds.get(kind), lesson, number, done)


def answer_to(place: Place) -> str:
    assert place.press
    return place.press.right(place.state) if place.press.right else place.press.move


def follow(player: Player, place: Place) -> None:
    """Do what is asked for, as far as the page leads there."""
    page, answer = player.page, answer_to(place)
    if answer.startswith("split "):
        for letter in answer.partition("/")[2]:
            player.put_in_second_pool(letter)
        return player.press(page.locator("#offer"))
    move = page.locator(f'#act button[name="move"][value="{answer}"]').first
    if not move.count():  # a marble first
        player.press(page.locator(f"#space-{answer.partition('-')[0]}"))
        expect(move).to_be_visible()
    return player.press(move)


def play_through(player: Player, kind: str, *, hears: bool) -> None:
    page = player.page
    page.goto(f"/learn/{kind}/")
    for place in places(kind):
        press, after = place.press, place.next()
        assert press
        expect(page.locator(f'#game[data-seq="{place.seq}"]')).to_be_attached()
        expect(page.locator("#dock h2").first).to_have_text(str(place.step.title))
        expect(page.locator(".guide-task")).to_have_text(str(press.task))
        follow(player, place)
        expect(page.locator(f'#game[data-seq="{after.seq}"]')).to_be_attached()
        expect(page.locator(".guide-well")).to_contain_text(str(press.well))
        if hears:
            expect(page.locator("#said")).to_contain_text(str(press.well))
        if after.is_done and not after.is_last:
            player.press(page.locator("#guide-next"))
    player.press(page.locator("#guide-play"))
    page.wait_for_url("**/games/*/**")
    expect(page.locator("#game .match")).to_be_visible()


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_played_through_by_mouse(page: Page, kind):
    play_through(Player(page), kind, hears=True)


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_played_through_by_keyboard_alone(page: Page, kind):
    play_through(KeyboardPlayer(page), kind, hears=True)


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_played_through_without_javascript(browser: Browser, server, kind):
    with browser.new_context(base_url=server, java_script_enabled=False, **PHONE) as context:  # type: ignore[arg-type]
        play_through(Player(context.new_page()), kind, hears=False)


def test_a_wrong_try_is_explained_and_heard_and_the_focus_stays(page: Page, complaints):
    page.goto("/learn/marabunta/3/")
    page.locator("#hex-f4").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#dock .alert")).to_contain_text("any empty hex of the Lawn will do")
    expect(page.locator("#said")).to_contain_text("any empty hex of the Lawn will do")
    expect(page.locator("#hex-f4")).to_be_focused()
    page.locator('[data-hex="e7"]').click()  # another region: the page asks the rules why not
    expect(page.locator("#dock .why")).to_contain_text("only works in its own region (Lawn)")
    expect(page.locator('#game[data-seq="4"]')).to_be_attached()
    assert all("422" in complaint for complaint in complaints)  # which is how a browser tells of a refusal
    complaints.clear()


def test_a_step_begins_at_its_heading_and_the_browser_goes_back(page: Page):
    page.goto("/learn/mabula/1/")
    expect(page.locator("#dock h2").first).to_be_focused()
    page.locator("#guide-roll").click()
    page.locator("#guide-next").click()
    expect(page).to_have_url("/learn/mabula/2/")
    expect(page.locator("#dock h2").first).to_be_focused()
    page.go_back()
    expect(page).to_have_url("/learn/mabula/1/1/")
    expect(page.locator("#guide-next")).to_be_visible()


def test_another_language_leads_on_from_the_same_place(page: Page):
    page.goto("/learn/marabunta/1/")
    page.locator("#guide-roll").click()
    page.locator("#guide-next").click()
    expect(page).to_have_url("/learn/marabunta/2/")
    page.locator('.foot-languages button[value="fr"]').click()
    expect(page.locator('html[lang="fr"]')).to_be_attached()
    expect(page).to_have_url("/learn/marabunta/2/")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_board_and_words_are_seen_whole_and_together(browser: Browser, server, kind, size):
    assert_all_is_seen(browser, server, kind, size, "en")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["fr", "pl"])
def test_they_are_in_languages_with_longer_words(browser: Browser, server, kind, language):
    """On the size in which there is the least room for words."""
    assert_all_is_seen(browser, server, kind, (390, 844), language)


def assert_all_is_seen(browser: Browser, server: str, kind: str, size: tuple[int, int], language: str) -> None:
    width, height = size
    hand = {} if width > 1000 else {"has_touch": True, "is_mobile": True}
    viewport = {"width": width, "height": height}
    with browser.new_context(base_url=server, viewport=viewport, reduced_motion="reduce", **hand) as context:  # type: ignore[arg-type]
        context.add_cookies([{"name": "django_language", "value": language, "url": server}])
        page, faults = context.new_page(), {}
        for place in places(kind):
            for done in {place.done, place.done + 1}:
                address = f"/learn/{kind}/{place.number}/" + (f"{done}/" if done else "")
                if address not in faults:
                    page.goto(address)
                    assert page.locator("html").get_attribute("lang") == language
                    found = page.evaluate(MEASURE, least_of(kind, width, height))
                    faults[address] = [*found["faults"], *page.evaluate(UNSEEN)]
        assert {address: fault for address, fault in faults.items() if fault} == {}


UNSEEN = """() => [...document.querySelectorAll(".guide-words > *, .guide-bar .btn")].filter(words => {
  const own = words.getBoundingClientRect(), dock = document.getElementById("dock").getBoundingClientRect();
  const end = words.closest("#dock") ? Math.min(innerHeight, dock.bottom) : innerHeight;
  return own.top < 0 || own.bottom > end + 1 || own.left < 0 || own.right > innerWidth + 1;
}).map(words => `${words.className || words.tagName}: not seen whole`)"""
