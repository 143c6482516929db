"""docs/security.md answers every requirement of levels 1 and 2 of OWASP's ASVS 5.0.0, each once, and says how."""

import re
from collections import Counter
from pathlib import Path

from marabunta_site import settings as production

PAGE = (Path(__file__).parents[1] / "docs" / "security.md").read_text()
ROW = re.compile(r"^\| (\d+\.\d+\.\d+(?: \d+\.\d+\.\d+)*) \| ([^|]+) \| (.+) \|$", re.MULTILINE)
ANSWERS = {"yes", "not here", "**gap**", "owner"}

SECTIONS = {
    "1.1": "1 2",
    "1.2": "1 2 3 4 5 6 7 8 9",
    "1.3": "1 2 3 4 5 6 7 8 9 10 11",
    "1.4": "1 2 3",
    "1.5": "1 2",
    "2.1": "1 2 3",
    "2.2": "1 2 3",
    "2.3": "1 2 3 4",
    "2.4": "1",
    "3.2": "1 2",
    "3.3": "1 2 3 4",
    "3.4": "1 2 3 4 5 6",
    "3.5": "1 2 3 4 5",
    "3.7": "1 2",
    "4.1": "1 2 3",
    "4.2": "1",
    "4.3": "1 2",
    "4.4": "1 2 3 4",
    "5.1": "1",
    "5.2": "1 2 3",
    "5.3": "1 2",
    "5.4": "1 2 3",
    "6.1": "1 2 3",
    "6.2": "1 2 3 4 5 6 7 8 9 10 11 12",
    "6.3": "1 2 3 4",
    "6.4": "1 2 3 4",
    "6.5": "1 2 3 4 5",
    "6.6": "1 2 3",
    "6.8": "1 2 3 4",
    "7.1": "1 2 3",
    "7.2": "1 2 3 4",
    "7.3": "1 2",
    "7.4": "1 2 3 4 5",
    "7.5": "1 2",
    "7.6": "1 2",
    "8.1": "1 2",
    "8.2": "1 2 3",
    "8.3": "1",
    "8.4": "1",
    "9.1": "1 2 3",
    "9.2": "1 2 3 4",
    "10.1": "1 2",
    "10.2": "1 2",
    "10.3": "1 2 3 4",
    "10.4": "1 2 3 4 5 6 7 8 9 10 11",
    "10.5": "1 2 3 4 5",
    "10.6": "1 2",
    "10.7": "1 2 3",
    "11.1": "1 2",
    "11.2": "1 2 3",
    "11.3": "1 2 3",
    "11.4": "1 2 3 4",
    "11.5": "1",
    "11.6": "1",
    "12.1": "1 2 3",
    "12.2": "1 2",
    "12.3": "1 2 3 4",
    "13.1": "1",
    "13.2": "1 2 3 4 5",
    "13.3": "1 2",
    "13.4": "1 2 3 4 5",
    "14.1": "1 2",
    "14.2": "1 2 3 4",
    "14.3": "1 2 3",
    "15.1": "1 2 3",
    "15.2": "1 2 3",
    "15.3": "1 2 3 4 5 6 7",
    "16.1": "1",
    "16.2": "1 2 3 4 5",
    "16.3": "1 2 3 4",
    "16.4": "1 2 3",
    "16.5": "1 2 3",
    "17.1": "1",
    "17.2": "1 2 3 4",
    "17.3": "1 2",
}


def test_every_requirement_is_answered_once():
    expected = {f"{section}.{number}" for section, numbers in SECTIONS.items() for number in numbers.split()}
    assert len(expected) == 253
    answered = Counter(number for numbers, _, _ in ROW.findall(PAGE) for number in numbers.split())
    assert set(answered) == expected
    assert set(answered.values()) == {1}


def test_every_answer_is_one_of_four_and_has_a_reason():
    for numbers, answer, reason in ROW.findall(PAGE):
        assert answer in ANSWERS, numbers
        assert len(reason) >= 10, numbers


def test_what_holds_is_proved_by_something_that_is_there():
    """A file, a setting, a command, a heading of the docs: each row names one at least, and nothing that is gone."""
    for numbers, answer, reason in ROW.findall(PAGE):
        named = [*re.findall(r"`([^`]+)`", reason), *re.findall(r"\]\(([^)]+)\)", reason)]
        assert not [name for name in named if PATH.fullmatch(name) and not is_there(name)], numbers
        if answer == "yes":
            assert any(is_there(name) for name in named), numbers


def is_there(name: str) -> bool:
    if name.startswith("#"):
        return name[1:] in HEADINGS
    if name.startswith("make "):
        return f"\n{name[5:]}: " in MAKEFILE
    if re.fullmatch(r"[A-Z][A-Z_]+", name):
        return hasattr(production, name)
    if PATH.fullmatch(name):
        path = name.partition("#")[0].removeprefix("../")
        return (ROOT / path).exists() or (ROOT / "docs" / path).exists()
    return False


ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text()
PATH = re.compile(r"(?:\.\./)?[\w./-]+(?:\.(?:py|md|conf|js|lock)(?:#[\w-]+)?|/)|(?:\.\./)?\w+(?:/[\w-]+)+")
HEADINGS = {
    re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")
    for heading in re.findall(r"^#+ (.+)$", PAGE, re.MULTILINE)
}


def test_the_site_asks_no_address_but_those_by_which_an_upgrade_restarts_it():
    asking = re.compile(r"urllib\.request|http\.client|urlopen|^import (?:requests|httpx|aiohttp)", re.MULTILINE)
    modules = [file for room in ("accounts", "games", "marabunta_site") for file in (ROOT / room).rglob("*.py")]
    assert {file.name for file in modules if asking.search(file.read_text())} == {"upgrade.py"}


def test_scripts_keep_nothing_in_the_browser_but_a_switch():
    scripts = [file for folder in production.STATICFILES_DIRS for file in Path(folder).rglob("*.js")]
    assert {file.name for file in scripts if re.search("localStorage|sessionStorage", file.read_text())} == {"keys.js"}
    assert (ROOT / "static" / "js" / "keys.js").read_text().count("setItem") == 1
