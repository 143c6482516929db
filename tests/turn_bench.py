"""What a turn takes: presses, scrolling, keys, and what is read out before the choice.

    python -m tests.turn_bench [--json] [--turns N] [--url URL]

Somebody plays a larva by what the page offers, once by pressing and once by keys, on a desk and on a phone. Without
``--url`` the site is served for it. Only what every version of the page has is used, so that versions can be compared.
Figures are means over the parts of turns: splitting, choosing a pool, using it; at Mabula, pushing.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from typing import Any

from playwright.sync_api import Browser, Locator, sync_playwright

from tests.e2e.players import PHONE, KeyboardPlayer, Player
from tests.e2e.serving import CHROMIUM, FLAGS, serving

SIZES: dict[str, Any] = {"1366x768": {"viewport": {"width": 1366, "height": 768}}, "390x844": PHONE}
PARTS = {"marabunta": ("split", "choose", "resolve"), "mabula": ("push",)}
FIGURES = ("presses", "scrolls", "pixels scrolled", "keys", "items read before")
TURNS = 4
LEGAL = '#board :is(a[data-state="legal"], a[data-state="anthill"])'

START = """kind => {
  const form = [...document.forms].find(form => form.action.endsWith("/play/"));
  for (const value of [kind, "larva"]) form.querySelector(`[value="${value}"]`).checked = true;
  form.requestSubmit();
}"""
# by how much the page is scrolled until what is pressed next is in the window, and nothing lies over it
SCROLL = """target => {
  const before = scrollY, { top, bottom } = target.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) target.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { x, y, width, height } = target.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  if (!target.contains(hit)) target.scrollIntoView({ block: "center", behavior: "instant" });
  return Math.abs(scrollY - before);
}"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.turn_bench", description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--turns", type=int, default=TURNS, help="how many of each part are measured")
    parser.add_argument("--url", help="the address of a site that is served already")
    args = parser.parse_args()
    with site_at(args.url) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        figures = {
            f"{kind}, {part}, {size}": row
            for kind in PARTS
            for size in SIZES
            for part, row in measure(browser, url, kind, size, args.turns).items()
        }
        browser.close()
    print(json.dumps(figures, indent=1) if args.json else table(figures))


@contextmanager
def site_at(url: str | None) -> Iterator[str]:
    if url:
        yield url
        return
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), Path(folder)) as site:
        yield site.url


def measure(browser: Browser, url: str, kind: str, size: str, turns: int) -> dict[str, dict[str, float]]:
    """The means of a kind at a size, by the part of a turn."""
    found: dict[str, list[dict[str, float]]] = {part: [] for part in PARTS[kind]}
    for hand in (PressingHand, KeyHand):
        with browser.new_context(base_url=url, reduced_motion="reduce", **SIZES[size]) as context:
            page = context.new_page()
            page.goto("/play/")
            page.evaluate(START, kind)
            page.wait_for_selector("[data-connection=live]", state="attached")
            for part, row in hand(page).play(turns):
                found[part].append(row)
    return {part: {name: _mean(rows, name) for name in FIGURES} for part, rows in found.items()}


def _mean(rows: list[dict[str, float]], name: str) -> float:
    return mean(row[name] for row in rows if name in row)


class Hand(KeyboardPlayer):
    """Somebody who takes the first way that the page offers."""

    row: dict[str, float]

    def play(self, turns: int) -> Iterator[tuple[str, dict[str, float]]]:
        """So many parts of each sort, or as many as there are before the end."""
        left = dict.fromkeys(PARTS[self.kind], turns)
        self.wait()
        while any(left.values()) and not self.is_over:
            part, self.row = self.part, self.new_row()
            while self.is_to_move and self.part == part:
                self.make(self.choose())
            left[part] -= left[part] > 0
            yield part, self.row
            self.wait()

    def new_row(self) -> dict[str, float]:
        raise NotImplementedError

    @property
    def kind(self) -> str:
        return self.page.locator("#game").get_attribute("data-kind") or ""

    @property
    def part(self) -> str:
        if self.kind == "mabula":
            return "push"
        return "split" if self.has("#offer") else "choose" if self.has("#take-1") else "resolve"

    def has(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def choose(self) -> Locator:
        """What makes the next move; the steps to it are taken."""
        if self.has("#offer"):
            for letter in "POY":
                self.put_in_second_pool(letter)
            return self.page.locator("#offer")
        for _ in range(6):
            for move in ("#board button[name=move]", "#push", "#fill", "#take-1", "#dock [id^=group-]", "#decline"):
                if self.has(move):
                    return self.page.locator(move).first
            for step in ('#board a[href*="to="]', LEGAL, '#dock a[id^="again-"]:not([data-state="useless"])'):
                if self.has(step):
                    self._step(self.page.locator(step).first.get_attribute("id") or "")
                    break
        return self.page.locator('#dock button[name="move"][value="end"]')


class PressingHand(Hand):
    """With a mouse or a finger."""

    def new_row(self) -> dict[str, float]:
        return {"presses": 0, "scrolls": 0, "pixels scrolled": 0}

    def press(self, target: Locator) -> None:
        scrolled = target.evaluate(SCROLL)
        self.row["presses"] += 1
        self.row["scrolls"] += scrolled > 0
        self.row["pixels scrolled"] += scrolled
        Player.press(self, target)

    def put_in_second_pool(self, letter: str) -> None:
        self.press(self.page.locator(f"label:has(#pool-{letter}-2)"))


class KeyHand(Hand):
    """With keys: those of the page where it has some, otherwise Tab, arrows and Enter."""

    group = "[data-roving], .hexes, .spaces"

    def new_row(self) -> dict[str, float]:
        before, _, _ = self.page.locator("body").aria_snapshot().partition('region "Actions"')
        return {"keys": 0, "items read before": sum("/url:" not in line for line in before.splitlines())}

    def strike(self, key: str) -> None:
        self.row["keys"] += 1
        super().strike(key)

    def press(self, target: Locator) -> None:
        short = self._short_way_to(target) if self.has("#keys") else ""
        if short:
            self.strike(short)
        if short in ("", "b", "d"):
            super().press(target)

    def put_in_second_pool(self, letter: str) -> None:
        if self.has("#keys"):
            self.strike(str("POYGBVT".index(letter) + 1))
        else:
            super().put_in_second_pool(letter)

    def _short_way_to(self, target: Locator) -> str:
        """The key of a target, or the key that goes near it."""
        own = target.get_attribute("data-key") or {"take-1": "1"}.get(target.get_attribute("id") or "")
        is_on_board = target.evaluate("target => Boolean(target.closest('#board'))")
        return own or ("b" if is_on_board else "d")


def table(figures: dict[str, dict[str, float]]) -> str:
    lines = [f"{'':30}" + "".join(f"{name:>19}" for name in FIGURES)]
    lines += [f"{part:30}" + "".join(f"{row[name]:>19,.1f}" for name in FIGURES) for part, row in figures.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
