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
UNCUT = ["1366x768", "390x844"]  # where no line of the dock is cut
TALKATIVE = [  # where other languages have the most to say
    *("marabunta: split", "marabunta: choose with a hint", "marabunta: a leaf", "marabunta: a number, with a hint"),
    *(
        "marabunta: a crate of a hex, with a hint",
        "marabunta: a power that can be declined",
        "marabunta: split, coached",
    ),
    *("mabula: a marble", "mabula: a stop", "mabula: a push to confirm"),
]
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
    assert {size: measured[size]["cut"] for size in UNCUT if measured[size]["cut"]} == {}
    if name.endswith("with a warning"):
        return  # which takes a line: all that it must not do is to lie over something
    for size, found in measured.items():
        kept = places[name.partition(":")[0], size]
        assert found["places"] == {button: kept[button] for button in found["places"]}, size


def test_a_hint_is_put_away_and_what_it_has_picked_stays(screens: Screens):
    screens.open("marabunta: split with a hint")
    page = screens.hand
    page.set_viewport_size({"width": 390, "height": 844})
    second = '.lot input[value="2"]:checked'
    picked = page.eval_on_selector_all(second, "inputs => inputs.map(input => input.id)")
    page.get_by_role("link", name="Hide hint").click()
    expect(page.locator(".hint")).to_have_count(0)
    assert picked and page.eval_on_selector_all(second, "inputs => inputs.map(input => input.id)") == picked


@pytest.mark.parametrize("language", ["fr", "pl"])
@pytest.mark.parametrize("name", TALKATIVE)
def test_longer_words_fit_beside_the_board(screens: Screens, name, language):
    """Where there is the least room for words, and on a desk."""
    for page in (screens.desk, screens.hand):
        page.context.add_cookies([{"name": "django_language", "value": language, "url": screens.site.url}])
    try:
        screens.open(name)
        for page, (width, height) in ((screens.desk, (1366, 768)), (screens.hand, (390, 844))):
            assert page.locator("html").get_attribute("lang") == language
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(MEASURE, least_of(name, width, height))
            cut = [part for part in found["cut"] if part != "dock-more"]  # which fades, and scrolls
            assert (found["faults"], cut) == ([], []), f"{width}x{height}"
    finally:
        for page in (screens.desk, screens.hand):
            page.context.clear_cookies(name="django_language")


def test_what_can_be_crossed_out_is_read_until_it_is(screens: Screens):
    """An offer is a ring and a small dotted cross: nothing lies over the crates and cupcakes that are chosen from."""
    screens.open("marabunta: tile cross-two, 0 picked")
    page = screens.desk
    expect(page.locator(".light .ring").first).to_be_visible()
    expect(page.locator(".light .glow").filter(visible=True)).to_have_count(0)
    sizes = page.locator(".hexes .ghost-cross").evaluate_all(
        "crosses => crosses.map(cross => cross.width.baseVal.value)"
    )
    assert max(sizes) < 62 / 3  # of a hex


def test_a_second_press_meets_no_other_button_that_has_come_to_its_place(screens: Screens):
    """Whoever presses "Take" twice has taken a pool, and no more. On a busy machine the second press may come late."""
    page = screens.desk
    page.set_viewport_size({"width": 1366, "height": 768})
    for _ in range(8):
        screens.open("marabunta: choose")
        box = page.locator("#take-2").bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.evaluate(PUT_ANOTHER_THERE, [x, y])
        page.mouse.click(x, y)
        page.evaluate("() => window.changed")
        page.mouse.click(x, y)
        if page.evaluate("async () => window.clicked - await window.changed") < 300:
            break
    else:
        pytest.fail("this machine is too busy for a double press: it is tried once more, alone")
    expect(page.locator("#another")).to_be_visible()
    assert page.locator("#another").get_attribute("data-pressed") is None
    page.wait_for_timeout(400)
    page.mouse.click(x, y)  # later it is a button like any other
    expect(page.locator("#another[data-pressed]")).to_have_count(1)


def test_a_key_is_not_kept_waiting(screens: Screens):
    """What a key presses may be pressed again at once, and so may the same button by a pointer."""
    screens.open("marabunta: all done")
    page = screens.desk
    before = int(page.locator("#game").get_attribute("data-seq") or 0)
    for number, press in enumerate((lambda: page.keyboard.press("u"), page.locator("#undo").click), start=1):
        press()
        expect(page.locator(f'#game[data-seq="{before + number}"]')).to_be_attached()


# What stands there next depends on the pool: here it is always a button that shows that it was pressed.
PUT_ANOTHER_THERE = """([x, y]) => {
  addEventListener("click", ({ timeStamp }) => window.clicked = timeStamp, { capture: true });
  window.changed = new Promise(tell => document.addEventListener("htmx:afterSwap", () => {
    const button = Object.assign(document.createElement("button"), { type: "button", id: "another" });
    button.style.cssText = `position: fixed; z-index: 9; left: ${x - 9}px; top: ${y - 9}px; width: 18px; height: 18px`;
    button.addEventListener("click", () => button.dataset.pressed = "");
    document.getElementById("dock").append(button);
    tell(performance.now());
  }, { once: true }));
}"""


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


MEASURE = """async least => {
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
  const read = all("#hint-words, .messages, .capsule h1 small");
  for (const whole of [board, dock, dock.querySelector("h2"), ...read, ...choices])
    if (seen(whole) < .97) faults.push(`${name(whole)}: only ${seen(whole).toFixed(2)} of it is seen`);
  if (shared(box(board), box(dock)) > 1) faults.push("the dock lies over the board");
  const heading = document.createRange(), tools = dock.querySelector(".dock-tools");
  heading.selectNodeContents(dock.querySelector("h2"));
  if (tools && [...heading.getClientRects()].some(line => shared(line, box(tools)) > 4))
    faults.push("the heading goes on below the tools");

  const states = ["legal", "anthill", "chosen"];
  for (const target of all("#board :is(a, button)").filter(one => states.includes(one.dataset.state))) {
    const { x, y, width, height } = box(target);
    const hit = document.elementFromPoint(x + width / 2, y + height / 2), size = [width, height].map(Math.floor);
    if (!target.contains(hit)) faults.push(`${name(target)}: covered by ${hit ? name(hit) : "nothing"}`);
    if (Math.min(width, height) < least) faults.push(`${name(target)}: only ${size.join(" by ")} pixels`);
  }
  for (const one of [...choices, ...all(".match .capsule-words > :not(:empty), .messages a")]) {
    const { x, y, width, height } = box(one);
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    const owner = one.closest(".lot, .capsule, p") ?? one;
    const isDead = getComputedStyle(one).pointerEvents === "none"; // as a button that does nothing yet
    const over = hit ? name(hit) : "nothing";
    if (width && !isDead && !owner.contains(hit)) faults.push(`${name(one)}: covered by ${over}`);
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push("wider than the window");

  const cut = all(".dock-more, .capsule p").filter(one => one.scrollHeight > one.clientHeight + 2).map(name);
  for (const more of all(".dock-more")) {
    if (more.scrollHeight <= more.clientHeight + 2 || !more.clientHeight) continue;
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    if (!("cut" in more.dataset)) faults.push("what goes on below does not look so");
  }

  const buttons = all("#undo, #end, #ask-hint").map(one => [one.id, Object.values(box(one).toJSON()).map(Math.round)]);
  for (const own of innerWidth < 1240 ? [] : all("#mine:has(*)")) buttons.push(["mine", [box(own).x, box(own).y]]);
  return { faults, cut, places: Object.fromEntries(buttons) };
}"""
