"""The page of every kind is complete, a check says so, and nobody but a kind knows its name."""

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from games import kinds
from games.kind_pages import registry
from games.kind_pages.checks import check_kinds
from games.kind_pages.registry import page_of
from games.mabula.page import PAGE
from games.mabula.rules import play

# The registry lists the kinds, the library's documentation has examples, the demo data is made of these kinds, and a
# channel of Redis has the name of the site. Besides, the laboratory measures these very kinds.
MAY_NAME_KINDS = {
    "games/kinds.py",
    "games/__main__.py",
    "games/keeping/backup.py",  # the name of the site, in that of a file
    "games/management/commands/check_chance.py",  # a seed that anybody can guess
    "games/management/commands/rating_quality.py",  # another such seed
    "games/record.py",
    "games/management/commands/demo.py",
    "games/live/wakeups.py",
}


def test_only_a_kinds_own_folder_names_it():
    keys = "|".join(kind.key for kind in kinds.all())
    name = re.compile(rf"\b({keys})\b|\bMabula\b")  # "Marabunta" is also the name of the site
    folders = {str(kind.folder.relative_to(Path.cwd())) for kind in kinds.all()} | {"games/lab"}
    files = [file for root in ("games", "templates", "static") for file in Path(root).rglob("*")]
    read = [file for file in files if file.suffix in {".py", ".html", ".txt", ".svg", ".css", ".js"}]
    assert len(read) > 300
    named = {
        str(file)
        for file in read
        if not any(file.is_relative_to(folder) for folder in folders) and name.search(file.read_text())
    }
    assert named == MAY_NAME_KINDS


def test_the_kinds_of_the_site_are_complete():
    assert check_kinds() == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"presenter": SimpleNamespace()}, "presenter has no function task"),
        ({"templates": replace(PAGE.templates, dock="mabula/_gone.html")}, "the template mabula/_gone.html (dock)"),
        ({"board_styles": ("mabula/gone.css",)}, "the static file mabula/gone.css"),
        ({"option_cards": {"weather": "games/_thumb.html"}}, "no option weather"),
        ({"option_cards": {"ties": "mabula/_gone.html"}}, "the template mabula/_gone.html (card of ties)"),
        ({"words": replace(PAGE.words, sides={"white": "White"})}, "the side black has no word"),
        ({"words": replace(PAGE.words, sides={**PAGE.words.sides, "red": "Ruby"})}, "another word for the side red"),
        ({"words": replace(PAGE.words, options={"ties": "Ties"})}, "the option scoring has no word"),
        ({"words": replace(PAGE.words, values={})}, "the value product of the option scoring has no word"),
        ({"refusals": SimpleNamespace(SENTENCES={}, sentence=str)}, "the refusal too-far has no sentence"),
        (
            {"clauses": SimpleNamespace(SECTIONS={}, CLAUSES={"B9.1": "?"}, RULINGS=())},
            "the clause B9.1 is in no section",
        ),
        (
            {"clauses": SimpleNamespace(SECTIONS={}, CLAUSES={}, RULINGS=())},
            "the refusal too-far cites B2.4, which is no clause",
        ),
    ],
)
def test_the_check_finds_what_a_kind_lacks(monkeypatch, changed, said):
    pages = {kind.key: page_of(kind.key) for kind in kinds.all()}
    pages["mabula"] = replace(PAGE, **changed)
    monkeypatch.setattr("games.kind_pages.checks.page_of", pages.__getitem__)
    found = [error.msg for error in check_kinds()]
    assert any(msg.startswith("mabula: ") and said in msg for msg in found), found


def test_the_check_finds_kinds_that_cannot_be_loaded_or_told_apart(monkeypatch):
    monkeypatch.setattr(kinds, "PACKAGES", ("games.marabunta", "games.gone"))
    assert "games.gone" in check_kinds()[0].msg
    monkeypatch.setattr(kinds, "PACKAGES", ("games.marabunta", "games.marabunta"))
    assert [error.msg for error in check_kinds()] == ["two kinds have the same key"]


def test_a_page_that_is_none_is_not_taken_for_one(monkeypatch):
    registry._page_in.cache_clear()
    monkeypatch.setattr("games.mabula.page.PAGE", play)
    with pytest.raises(AssertionError):
        page_of("mabula")
    monkeypatch.undo()
    registry._page_in.cache_clear()
    assert page_of("mabula") is PAGE
