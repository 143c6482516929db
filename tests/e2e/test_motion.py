"""Motion and sound on the page of a game: what is played back, for whom, and that it never stands in the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

import pytest
from playwright.sync_api import Page, expect

from games import record
from games.site import demo
from tests.e2e.serving import Site
from tests.e2e.test_live import press

AT_MOST = 2000  # milliseconds that a playback is made for, however slow the machine
VICTORY_AT_MOST = 2500

# Notes what moves, with the time at which it is to end, and what sounds.
WATCH = """
    window.ends = []; window.styled = 0; window.made = { AudioContext: 0, OscillatorNode: 0 };
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const animation = animate.apply(this, how);
        ends.push(animation.effect.getComputedTiming().endTime);
        if (window.isPaused) animation.pause();
        return animation;
    };
    for (const name of ["transitionrun", "animationstart"]) addEventListener(name, () => styled++, true);
    for (const name in made)
        window[name] = class extends window[name] { constructor(...how) { super(...how); made[name]++; } };
"""
PAUSED = "window.isPaused = true;" + WATCH  # nothing ends by itself
MOTIONS = "document.getAnimations().filter(one => !(one instanceof CSSTransition)).length"
SPLIT = {"marabunta": 60, "mabula": 12}  # moves made when the tests begin: Red has split, Black is to push

numbers = count()


@dataclass
class Table:
    """A game that always goes the same way, and the browsers of both who play it."""

    path: str
    one: Page
    two: Page
    moves: list[str]  # still to be made

    @property
    def mover(self) -> Page:
        return self.one if is_to_move(self.one) else self.two

    def move(self) -> None:
        """The next of them, by whoever is to move."""
        mover, before = self.mover, seq(self.mover)
        press(mover, self.moves.pop(0))
        expect(mover.locator("#game")).not_to_have_attribute("data-seq", before)

    def move_and_be_seen(self) -> None:
        mover = self.mover
        other = self.two if mover is self.one else self.one
        self.move()
        expect_same(other, mover)

    def finish_turn(self) -> None:
        mover = self.mover
        while is_to_move(mover):
            self.move()


Seated: TypeAlias = Callable[..., Table]


@pytest.fixture
def seated(site: Site, let_in, tmp_path) -> Seated:
    def seated(kind: str, script: str = WATCH, *, at: int = 0, **options: object) -> Table:
        names = [f"{kind}-{next(numbers)}" for _ in range(2)]
        one, two = (let_in(name, **options) for name in names)
        shown = demo.play(kind, 12)
        played = [step.move for step in shown.steps]
        begun = at or SPLIT[kind]
        file = tmp_path / "game.txt"
        file.write_text(record.to_text(record.make(kind, shown.options, played[:begun])))
        said = site.run("manage.py", "import_game", str(file), "--one", names[0], "--two", names[1])
        table = Table(f"/games/{said.split()[1].rstrip(',')}/", one, two, played[begun:])
        for page in (one, two):
            page.add_init_script(script)
            look(page, table.path)
            page.keyboard.press("Shift")  # what has happened so far is of no interest
            page.evaluate("ends.length = 0")
        return table

    return seated


def look(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("[data-connection=live]")).to_have_count(1)


def is_to_move(page: Page) -> bool:
    return page.locator('.match[data-turn="yours"]').count() > 0


def seq(page: Page) -> str:
    return page.locator("#game").get_attribute("data-seq") or ""


def expect_same(page: Page, other: Page) -> None:
    expect(page.locator("#game")).to_have_attribute("data-seq", seq(other))


def ends(page: Page) -> list[float]:
    found: list[float] = page.evaluate("ends")
    return found


def expect_in_time(page: Page, expression: str) -> None:
    for _ in range(200):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"not so: {expression}")


def expect_server_drawing(page: Page) -> None:
    """When all is still the board is what the server draws, and what was seen is not played again."""
    expect_in_time(page, f"{MOTIONS} === 0")
    shown = page.locator("#board").inner_html()
    page.reload()
    assert page.locator("#board").inner_html() == shown
    assert ends(page) == []


def choose(page: Page, path: str, label: str) -> None:
    page.goto("/account/preferences/")
    page.get_by_label(label, exact=True).check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Preferences saved.")
    look(page, path)


def resign(page: Page) -> None:
    page.locator("summary", has_text="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator('.match[data-turn="over"]')).to_be_visible()


def after_an_absence(table: Table) -> Page:
    """Red leaves, Blue takes a pool and uses it, Red comes back."""
    table.one.goto("/lobby/")
    table.finish_turn()
    table.one.goto(table.path)
    return table.one


def test_the_others_push_rolls_and_ends_as_the_server_drew_it(seated: Seated):
    table = seated("mabula")
    table.move_and_be_seen()
    for page in (table.one, table.two):
        assert ends(page)
        assert max(ends(page)) <= AT_MOST
        expect_server_drawing(page)


def test_whoever_comes_back_sees_the_others_turn_mark_by_mark_and_once(seated: Seated):
    page = after_an_absence(seated("marabunta"))
    kinds = page.locator("#played [data-traces]").evaluate_all("all => all.map(one => one.dataset.kind)")
    assert kinds == ["take", "write", "crate", "fill"]
    assert len(ends(page)) > len(kinds)
    assert max(ends(page)) <= AT_MOST
    expect_in_time(page, f"{MOTIONS} === 0")
    expect(page.locator(".flight")).to_have_count(0)
    expect_server_drawing(page)


def test_dice_roll_in_for_whoever_is_to_split_them(seated: Seated):
    table = seated("marabunta", PAUSED, at=57)
    table.move()
    expect(table.one.locator("#offer")).to_be_visible()
    expect(table.one.locator(".flight[data-piece]")).to_have_count(7)
    table.one.locator('.lot[data-face] label[data-pool="2"]').last.click()  # a press that a rolling die does not catch
    expect(table.one.locator(".flight")).to_have_count(0)
    table.one.locator("#offer").click()
    expect(table.one.locator('.match[data-turn="theirs"]')).to_be_visible()


def test_any_key_skips_the_playback(seated: Seated):
    page = after_an_absence(seated("marabunta", PAUSED))
    assert page.evaluate(MOTIONS) > 0
    expect(page.locator(".flight").first).to_be_attached()
    page.keyboard.press("Shift")
    assert page.evaluate(MOTIONS) == 0
    expect(page.locator(".flight")).to_have_count(0)
    expect_server_drawing(page)


def test_a_press_skips_the_playback_and_does_what_was_pressed(seated: Seated):
    page = after_an_absence(seated("marabunta", PAUSED))
    page.evaluate(f"addEventListener('pointerdown', () => (window.atPress = {MOTIONS}))")
    assert page.evaluate(MOTIONS) > 0
    piece = page.locator('a[id^="piece-"]').last  # which ones there are, the dice decide
    key = str(piece.get_attribute("id"))[-1]
    piece.click()
    expect(page).to_have_url(re.compile(rf"\?piece={key}"))
    assert page.evaluate("atPress") == 0


def test_a_step_of_a_replay_plays_its_move_forwards(seated: Seated):
    page = seated("mabula").one
    page.goto(f"{page.url}?at=9")
    assert ends(page) == []  # whoever opens a step sees it as it is
    page.locator("#step-back").click()
    expect(page.locator('#game[data-at="8"]')).to_be_attached()
    assert ends(page) == []
    page.locator("#step-next").click()
    expect(page.locator('#game[data-at="9"]')).to_be_attached()
    assert ends(page)


@pytest.mark.parametrize("how", ["device", "preference"])
@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_nothing_moves_for_whoever_wants_no_motion(seated: Seated, kind, how):
    table = seated(kind, **({"reduced_motion": "reduce"} if how == "device" else {}))
    page = table.one
    if how == "preference":
        choose(page, table.path, "Off")
        expect(page.locator("html")).to_have_attribute("data-motion", "off")
    table.finish_turn()
    expect(page.locator('.match[data-turn="yours"]')).to_be_visible()
    table.move_and_be_seen()
    resign(table.two)
    expect(page.locator('.match[data-turn="over"]')).to_be_visible()
    expect(page.locator("#game[data-victory]")).to_be_attached()
    assert ends(page) == []
    assert page.evaluate("styled") == 0
    expect(page.locator(":is(.flight, .parade)")).to_have_count(0)


def test_there_is_no_sound_unless_one_chose_it(seated: Seated):
    table = seated("mabula")
    for _ in range(2):
        table.move_and_be_seen()
    assert [page.evaluate("made.AudioContext") for page in (table.one, table.two)] == [0, 0]


def test_who_chose_sounds_hears_moves_and_that_it_is_their_turn(seated: Seated):
    table = seated("mabula")
    choose(table.two, table.path, "Sounds")
    table.move_and_be_seen()
    assert table.two.evaluate("made.AudioContext") == 1
    push = table.two.evaluate("made.OscillatorNode")
    assert push > 0
    table.move_and_be_seen()
    expect_in_time(table.two, f"made.OscillatorNode > {2 * push}")  # the other's push, and one's turn
    assert table.two.evaluate("made.AudioContext") == 1


def test_a_page_that_nobody_sees_says_whose_turn_it_is_and_plays_the_move_when_somebody_does(seated: Seated):
    table = seated("mabula")
    page = table.one
    choose(page, table.path, "Sounds")
    page.locator("#moves-heading").click()
    page.evaluate("Object.defineProperty(document, 'hidden', { configurable: true, value: true })")
    table.move_and_be_seen()
    expect_in_time(page, "made.OscillatorNode > 0")
    assert ends(page) == []
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    assert ends(page)


@pytest.mark.parametrize("kind", ["marabunta", "mabula"])
def test_a_victory_is_celebrated_for_the_winner_alone_and_once(seated: Seated, kind):
    table = seated(kind, PAUSED)
    winner, loser = table.one, table.two
    resign(loser)
    expect_same(winner, loser)
    assert ends(winner)
    assert max(ends(winner)) <= VICTORY_AT_MOST
    assert ends(loser) == []
    if kind == "marabunta":
        expect(winner.locator("#board .parade")).to_have_attribute("aria-hidden", "true")
        expect(winner.locator("#board .parade")).to_have_css("pointer-events", "none")
    winner.get_by_role("button", name="Rematch, colours swapped").hover()  # nothing covers it
    winner.keyboard.press("Escape")
    assert winner.evaluate(MOTIONS) == 0
    expect(winner.locator(".parade")).to_have_count(0)
    expect_server_drawing(winner)


def test_a_victory_that_happened_meanwhile_is_celebrated_on_coming_back(seated: Seated):
    table = seated("marabunta")
    table.one.goto("/lobby/")
    resign(table.two)
    table.one.goto(table.path)
    expect(table.one.locator(".parade")).to_be_attached()
    expect(table.one.locator(".parade")).to_have_count(0)
    expect_server_drawing(table.one)
