"""Whole games by ear: everything is found by what a screen reader calls it, and done by keys."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from playwright.sync_api import Locator, Page, expect

from tests.e2e.players import KeyboardPlayer

LISTEN = """document.addEventListener("DOMContentLoaded", () => {
  const voice = document.querySelector("main [role=status]");
  const hear = () => voice.textContent && heard.push(voice.textContent);
  window.heard = [];
  if (voice) new MutationObserver(hear).observe(voice, { childList: true, characterData: true, subtree: true });
})"""
OTHER_VOICES = """game => [...game.querySelectorAll("[role=status], [role=alert], [aria-live]")]
  .filter(one => one.checkVisibility()).map(one => one.textContent.trim()).filter(Boolean)"""
THEN = "Your turn|The game is over"
ITEMS_BEFORE_CHOICE, KEYS_OF_A_TURN, KEYS_OF_A_CHOICE = 40, 20, 12


@dataclass
class Listener(KeyboardPlayer):
    """Somebody who hears the page, and counts keys."""

    keys: int = 0
    listened: int = 0  # to so many of the things that were said

    def strike(self, key: str) -> None:
        self.keys += 1
        super().strike(key)

    def write(self, text: str) -> None:
        for letter in text:
            self.strike(letter)

    def start(self, kind: str) -> None:
        """A game against a larva, from the page on which one chooses a bot, until it is one's turn."""
        self.page.add_init_script(LISTEN)
        self.page.goto("/play/")
        self._check("Marabunta", kind)
        self._check("Larva", "Larva")
        self.press(self.page.get_by_role("button", name="Play", exact=True))
        expect(self.page.locator("[data-connection=live]")).to_have_count(1)  # and every script is there
        self.wait()
        if self.page.locator("#game[data-told]").count():  # the bot has moved since the page was loaded
            self.hear_until("Your turn")

    def _check(self, checked: str, wanted: str) -> None:
        """The Tab key leads to the radio button that is checked, the arrows to the others of its group."""
        self.go_to(self.page.get_by_role("radio", name=checked))
        while not self.page.get_by_role("radio", name=wanted).is_checked():
            self.strike("ArrowDown")

    @property
    def dock(self) -> Locator:
        return self.page.get_by_role("region", name="Actions")

    @property
    def task(self) -> str:
        return self.dock.get_by_role("heading", level=2).inner_text()

    @property
    def colour(self) -> str:
        found = re.search(r"you · (\w+)", self.page.get_by_role("main").aria_snapshot())
        assert found
        return found[1]

    def items_before_choice(self) -> int:
        """How many things are read out before what can be done, from the top of the page."""
        before, choice, _ = self.page.locator("body").aria_snapshot().partition('region "Actions"')
        assert choice
        return sum("/url:" not in line for line in before.splitlines())

    def hear(self) -> str:
        """The next thing that is said."""
        self.page.wait_for_function("count => heard.length > count", arg=self.listened)
        said: str = self.page.evaluate("count => heard[count]", self.listened)
        self.listened += 1
        return said

    def hear_until(self, wanted: str) -> str:
        """Everything up to what is waited for; no two things are the same."""
        said = [self.hear()]
        while not re.search(wanted, said[-1]):
            said.append(self.hear())
        assert all(one != other for one, other in pairwise(said))
        for one in said:
            assert all(one.count(sentence) == 1 for sentence in re.findall(r"Your turn[^.]*\.|[^.]* is thinking…", one))
        return " ".join(said)


def test_a_game_of_mabula_is_played_by_ear_with_moves_that_are_written(page: Page, complaints):
    player = Listener(page)
    player.start("Mabula")
    mine = player.colour
    theirs = {"White": "Black", "Black": "White"}[mine]
    assert player.items_before_choice() <= ITEMS_BEFORE_CHOICE
    player.strike("m")
    player.hear()
    field = page.get_by_role("combobox", name="Type a move")
    player.go_to(field)
    player.write("d4-d5")
    player.strike("Enter")
    assert "You can only push marbles from the rim" in player.hear()
    assert [complaint for complaint in complaints if "422" not in complaint] == []
    complaints.clear()  # the browser notes every refusal
    expect(field).to_be_focused()
    player.strike("Control+a")
    said = "Your turn"
    while "Your turn" in said:
        assert page.locator("#game").evaluate(OTHER_VOICES) == []
        player.keys = 0
        player.go_to(field)
        player.write(player.dice.choice(pushes(page.get_by_role("region", name="Your moves").aria_snapshot())))
        player.strike("Enter")
        assert player.keys <= KEYS_OF_A_CHOICE
        said = player.hear_until(THEN)
        assert f"{mine} pushes" in said
        assert f"{theirs} pushes" in said or "The game is over" in said or "can’t push" in said
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("won|draw"))


def pushes(heard: str) -> list[str]:
    """The moves of the list, as notation writes them."""
    marbles = heard.split('heading "Marble on ')[1:]
    return [f"{marble[:2]}-{stop}" for marble in marbles for stop in re.findall(r"push to (\w\d)", marble)]


def test_a_game_of_marabunta_is_played_by_ear_with_few_keys(page: Page):
    player = Listener(page)
    player.start("Marabunta")
    mine = player.colour
    theirs = {"Red": "Blue", "Blue": "Red"}[mine]
    looked_at, turns = set(), [0]
    said = "Your turn"
    while "The game is over" not in said:
        task, player.keys = player.task, 0
        if task not in looked_at:
            assert page.locator("#game").evaluate(OTHER_VOICES) == []
            assert player.items_before_choice() <= ITEMS_BEFORE_CHOICE
            looked_at.add(task)
        said = player.hear_until(decide(player))
        assert player.keys <= KEYS_OF_A_CHOICE, task
        turns[-1] += 0 if task in POOLS else player.keys
        if "is thinking…" in said:
            assert f"{theirs} " in said
            turns.append(0)
        elif "Your turn" in said:
            assert f"{mine} " in said
    assert median(filter(None, turns)) <= KEYS_OF_A_TURN
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("won|draw"))


POOLS = {"Split into two pools": "135e", "Which pool do you want?": "1", "All done": "e", "Make this move?": "e"}


def decide(player: Listener) -> str:
    """Make the next choice, the first that is offered, by as few keys as one can. Returns what is to be heard then."""
    page, dock = player.page, player.dock
    if player.task in POOLS:
        player.write(POOLS[player.task])
        return THEN
    groups = dock.get_by_role("list", name="Groups of crates").get_by_role("listitem").all()
    for number, group in enumerate(groups, start=1):  # one that is used up keeps its number
        if group.get_by_role("button").count():
            player.strike(str(number))
            return THEN
    leaves = page.get_by_role("list", name="Leaves")
    dice = dock.get_by_role("list", name="Which die do you want to use again?").get_by_role(
        "link", name=re.compile("again$")
    )
    for key, choice, then in (
        ("b", leaves.get_by_role("button", name=re.compile("Fill a circle")), THEN),
        ("d", dock.get_by_role("button", name="Fill a circle"), THEN),
        ("b", leaves.get_by_role("link", name=re.compile("Pick")), ""),
        ("d", dice, ""),
    ):
        if choice.count() and (choice is not dice or player.task == "Die again"):
            player.strike(key)
            player.press(choice.first)
            return then
    for key in ("b", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):  # from what is picked already to what is not
        player.strike(key)
        label = page.locator(":focus").get_attribute("aria-label") or ""
        if re.search("Write|Cross out|Pick", label):
            player.strike("Enter")
            return "" if "Pick" in label else THEN
    raise AssertionError(f"nothing can be done on the board: {player.task}")
