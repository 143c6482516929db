"""A whole turn on one screen: at every decision the board and the choice are seen together, and nothing moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e import decisions
from tests.e2e.players import Player
from tests.e2e.serving import Site
from tests.luck import dice as dice_of

DESK = [(1920, 1080), (1440, 900), (1366, 768), (1280, 720), (1024, 768)]
HAND = [(390, 844), (412, 915), (360, 740), (844, 390)]
STILL = {"reduced_motion": "reduce"}
REFERENCES = {"marabunta": "marabunta: all done", "mabula": "mabula: a marble"}  # with every button that stays
NAMES = [str(decision) for decision in decisions.every()]
PRESSES = {str(decision): decision.press for decision in decisions.every()}
WALKS = {"marabunta": "marabunta: split", "mabula": "mabula: a marble"}


def least_of(name: str, width: int, height: int) -> int:
    """The pixels that a target has in both directions."""
    if height < 400:
        return 32  # the whole board on a phone on its side
    return 42 if width < 390 and name.startswith("mabula") else 44  # eight spaces and the frame in 360 pixels


@dataclass
class Screens:
    """A browser on a desk and one in a hand."""

    desk: Page
    hand: Page
    site: Site
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for page in (self.desk, self.hand):
            page.on("pageerror", lambda error: self.complaints.append(str(error)))
            page.on("console", lambda said: self.complaints.extend([said.text] * (said.type in ("error", "warning"))))

    def pages(self) -> Iterator[tuple[Page, tuple[int, int]]]:
        yield from ((self.desk, size) for size in DESK)
        yield from ((self.hand, size) for size in HAND)

    def open(self, name: str) -> None:
        """A new game in which that is to be decided, in both."""
        path, session, _ = self.site.lay_out(name, has_bot=True)
        for page in (self.desk, self.hand):
            page.context.add_cookies([{"name": "sessionid", "value": session, "url": self.site.url}])
            page.goto(path)
            if PRESSES[name]:
                page.locator("#game").evaluate("game => game.dataset.old = ''")
                page.locator(PRESSES[name]).first.click()
                expect(page.locator("#game:not([data-old])")).to_be_attached()

    def measure(self, name: str) -> dict[str, Any]:
        """What is wrong, and where the buttons are that keep their place, by the size of the window."""
        found = {}
        self.open(name)
        for page, (width, height) in self.pages():
            page.set_viewport_size({"width": width, "height": height})
            found[f"{width}x{height}"] = page.evaluate(MEASURE, least_of(name, width, height))
        return found


@pytest.fixture(scope="module")
def screens(site: Site, browser: Browser) -> Iterator[Screens]:
    with (
        browser.new_context(base_url=site.url, **STILL) as desk,  # type: ignore[arg-type]
        browser.new_context(base_url=site.url, has_touch=True, is_mobile=True, **STILL) as hand,  # type: ignore[arg-type]
    ):
        yield Screens(desk.new_page(), hand.new_page(), site)


@pytest.fixture(autouse=True)
def complaints(screens: Screens) -> Iterator[list[str]]:
    """The pages are shared, and so is what the browser finds wrong with them."""
    screens.complaints.clear()
    yield screens.complaints
    assert screens.complaints == []


@pytest.fixture(scope="module")
def places(screens: Screens) -> dict[tuple[str, str], Any]:
    """Where the buttons are in one decision of a kind, by the size of the window."""
    return {
        (kind, size): found["places"]
        for kind, name in REFERENCES.items()
        for size, found in screens.measure(name).items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_board_and_choice_are_seen_whole_and_together(screens: Screens, places, name):
    measured = screens.measure(name)
    assert {size: found["faults"] for size, found in measured.items() if found["faults"]} == {}
    for size, found in measured.items():
        kept = places[name.partition(":")[0], size]
        assert found["places"] == {button: kept[button] for button in found["places"]}, size


class StillPlayer(Player):
    """Somebody under whose fingers the page does not scroll; a browser scrolls to what it could not press otherwise."""

    def press(self, target: Locator) -> None:
        self.expect_still()
        super().press(target)

    def expect_still(self) -> None:
        assert self.page.evaluate("scrollY") == 0


@pytest.mark.parametrize("kind", WALKS)
def test_no_press_scrolls_the_page_whatever_its_size(screens: Screens, kind):
    dice = dice_of(6)
    for number, (page, (width, height)) in enumerate(screens.pages()):
        if number % 5 == 0:  # they are played to their end otherwise
            screens.open(WALKS[kind])
        page.set_viewport_size({"width": width, "height": height})
        player = StillPlayer(page, dice)
        player.wait()
        player.move()
        player.expect_still()


MEASURE = """least => {
  const faults = [];
  const name = element => element.id || element.getAttribute("aria-label") || element.className;
  const box = element => element.getBoundingClientRect();
  const all = selector => [...document.querySelectorAll(selector)];

  function shared(a, b) {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return wide > 0 && high > 0 ? wide * high : 0;
  }

  // how much of an element is seen, through the window and everything that scrolls around it
  function seen(element) {
    const own = box(element);
    const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible" || around === document.body) continue;
      const clip = box(around);
      for (const edge of ["left", "top"]) view[edge] = Math.max(view[edge], clip[edge]);
      for (const edge of ["right", "bottom"]) view[edge] = Math.min(view[edge], clip[edge]);
    }
    return shared(own, view) / (own.width * own.height);
  }

  const board = document.querySelector("#board .board") ?? document.querySelector("#board svg");
  const dock = document.getElementById("dock");
  const choices = all("#dock :is(button, .btn, .tool, .held, .slot)").filter(one => !one.closest("#your-moves"));
  for (const whole of [board, dock, dock.querySelector("h2"), ...all("#hint-words"), ...choices])
    if (seen(whole) < .97) faults.push(`${name(whole)}: only ${seen(whole).toFixed(2)} of it is seen`);
  if (shared(box(board), box(dock)) > 1) faults.push("the dock lies over the board");

  const states = ["legal", "anthill", "chosen"];
  for (const target of all("#board :is(a, button)").filter(one => states.includes(one.dataset.state))) {
    const { x, y, width, height } = box(target);
    const hit = document.elementFromPoint(x + width / 2, y + height / 2), size = [width, height].map(Math.floor);
    if (!target.contains(hit)) faults.push(`${name(target)}: covered by ${hit ? name(hit) : "nothing"}`);
    if (Math.min(width, height) < least) faults.push(`${name(target)}: only ${size.join(" by ")} pixels`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the window");

  const buttons = all("#undo, #end, #ask-hint").map(one => [one.id, Object.values(box(one).toJSON()).map(Math.round)]);
  return { faults, places: Object.fromEntries(buttons) };
}"""
