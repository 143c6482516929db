"""Somebody who plays by what the page offers: buttons, links and radio buttons, with or without JavaScript."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from math import dist
from typing import ClassVar

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.luck import dice as dice_of

KINDS = ["marabunta", "mabula"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
MOVES = '#act button[name="move"]:not([disabled])'
STEPS = ", ".join(
    [*(f'#board a[data-state="{state}"]' for state in ("legal", "anthill"))]
    + [f'#dock a[id^="{what}-"]' for what in ("piece", "again")]
)
A_MOMENT = 450  # milliseconds, see static/js/steady.js
ARROWS = {"ArrowRight": (1, 0), "ArrowLeft": (-1, 0), "ArrowDown": (0, 1), "ArrowUp": (0, -1)}


@dataclass
class Player:
    """A browser, and dice to choose by."""

    page: Page
    dice: random.Random = field(default_factory=lambda: dice_of(4))
    pressed: tuple[float, float] | None = None  # where, the last time

    @property
    def is_to_move(self) -> bool:
        return self.page.locator('.match[data-turn="yours"]').count() > 0

    @property
    def is_over(self) -> bool:
        return self.page.locator('.match[data-turn="over"]').count() > 0

    @property
    def seq(self) -> int:
        return int(self.page.locator("#game").get_attribute("data-seq") or 0)

    def wait(self) -> None:
        """Until it is their turn or the game is at its end."""
        expect(self.page.locator('.match:is([data-turn="yours"], [data-turn="over"])')).to_be_visible(timeout=30_000)

    def take_turn(self) -> None:
        """Until the turn is handed over or the game is at its end."""
        while self.is_to_move:
            self.move()

    def move(self) -> None:
        """One move, however many steps it takes to get there."""
        self.make(self._split() if self.page.locator("#offer").count() else self._choose())

    def make(self, move: Locator) -> None:
        """Press what makes a move, and wait until it is made."""
        is_asked, is_made = self.page.locator("#sure"), self.page.locator(f'#game:not([data-seq="{self.seq}"])')
        self.press(move)
        expect(is_asked.or_(is_made).first).to_be_attached()
        if is_asked.count():  # whoever ends the turn gives up what could still be used
            self.press(is_asked)
        expect(is_made).to_be_attached()

    def press(self, target: Locator) -> None:
        """Press it as people do: at one place not twice within the moment in which a page takes that for a slip."""
        box = target.bounding_box()
        place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) if box else None
        if place and self.pressed and dist(place, self.pressed) < 30:
            self.page.wait_for_timeout(A_MOMENT)
        self.pressed = place
        target.click()

    def put_in_second_pool(self, letter: str) -> None:
        self.page.locator(f"#pool-{letter}-2").check(force=True)

    def _split(self) -> Locator:
        """The button that offers the pools, into which the pieces are put."""
        pieces = self.dice.sample("POYGBVT", 7)
        for letter in pieces[: self.dice.randint(1, 6)]:
            self.put_in_second_pool(letter)
        return self.page.locator("#offer")

    def _choose(self) -> Locator:
        """A button that makes a move, found by following links where a choice takes several steps."""
        ending = self.page.locator('#act button[name="move"][value="end"]')
        for _ in range(30):
            moves = [move for move in self._values(MOVES, "value") if move != "end"]
            steps = self._steps()
            if moves and (not steps or self.dice.random() < 0.8):
                return self.page.locator(f'#act button[name="move"][value="{self.dice.choice(moves)}"]').first
            if not steps or (ending.count() and self.dice.random() < 0.1):
                break
            self._step(self.dice.choice(steps))
        return ending

    def _step(self, id: str) -> None:
        """Follow a link; the game that comes in is another element than the one that was there."""
        self.page.locator("#game").evaluate("game => game.dataset.old = ''")
        self.press(self.page.locator(f'[id="{id}"]'))
        expect(self.page.locator("#game:not([data-old])")).to_be_attached()

    def _steps(self) -> list[str]:
        """The links that are shown and lead somewhere else than where we are."""
        away = "all => all.filter(one => one.search !== location.search && one.checkVisibility()).map(one => one.id)"
        found: list[str] = self.page.locator(STEPS).evaluate_all(away)
        return found

    def _values(self, selector: str, attribute: str) -> list[str]:
        found: list[str] = self.page.locator(selector).evaluate_all(
            "(all, name) => all.map(one => one.getAttribute(name))", attribute
        )
        return found


class KeyboardPlayer(Player):
    """The same, with a keyboard and nothing else."""

    group: ClassVar = "[data-roving]"  # in which arrow keys lead from one thing to another

    def press(self, target: Locator) -> None:
        self.go_to(target)
        self.strike("Enter")

    def put_in_second_pool(self, letter: str) -> None:
        self.go_to(self.page.locator(f"#pool-{letter}-1"))
        self.strike("ArrowRight")

    def go_to(self, target: Locator) -> None:
        """By the Tab key to it, or to the group that it belongs to, and there by the arrow keys."""
        for _ in range(200):
            if target.evaluate(IS_HERE, self.group):
                break
            self.strike("Tab")
        self.walk_to(target)

    def walk_to(self, target: Locator) -> None:
        """Towards it; where that was tried before, by the key that was tried least."""
        tried: Counter[tuple[str, str]] = Counter()
        for _ in range(100):
            if target.evaluate(IS_FOCUSED):
                return
            here, right, down = target.evaluate(WAY)
            keys = sorted(ARROWS, key=lambda key: -(ARROWS[key][0] * right + ARROWS[key][1] * down))
            key = min(keys, key=lambda key: tried[here, key])
            tried[here, key] += 1
            self.strike(key)
        raise AssertionError(f"{target} is not reached by the keyboard")

    def strike(self, key: str) -> None:
        self.page.keyboard.press(key)


IS_FOCUSED = "target => target === document.activeElement"
IS_HERE = "(target, group) => (target.closest(group) ?? target).contains(document.activeElement)"
WAY = """target => {
  const group = document.activeElement.closest("[data-roving]");
  if (group && group.dataset.roving !== "board") { // a row: arrows go through it in its order, wherever its places are
    const follows = document.activeElement.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING;
    return [document.activeElement.id || document.activeElement.getAttribute("popovertarget"), follows ? 1 : -1, 0];
  }
  const [here, there] = [document.activeElement, target].map(place => place.getBoundingClientRect());
  return [`${here.x},${here.y}`, there.x - here.x, there.y - here.y];
}"""


def two_who_play(browser: Browser, server: str, kind: str, **options: object) -> tuple[Player, Player]:
    """Two guests at one game, each in a browser of their own."""
    contexts: list[BrowserContext] = [browser.new_context(base_url=server, **options) for _ in range(2)]  # type: ignore[arg-type]
    one, two = (context.new_page() for context in contexts)
    one.goto("/")
    one.locator(".choice").get_by_role("button").first.click()  # makes a guest of a visitor
    one.goto(sit_down(one, two, kind, "link"))
    return Player(one), Player(two, dice_of(5))


def sit_down(one: Page, two: Page, kind: str = "mabula", audience: str = "public") -> str:
    """Somebody makes a game, and the other accepts it; where it is."""
    one.goto("/games/new/")
    one.locator(f'input[name="kind"][value="{kind}"]').check(force=True)
    one.locator(f'input[name="audience"][value="{audience}"]').check(force=True)
    one.get_by_role("button", name="Create game").click()
    link = one.url
    one.goto("about:blank")  # whoever stays is taken to the game, in a moment
    two.goto(link)
    two.locator("main").get_by_role("button").first.click()
    two.wait_for_url("**/games/*/**")
    return f"/games/{two.url.split('/games/')[1].split('/')[0]}/"


def close(*players: Player) -> None:
    for player in players:
        player.page.context.close()
