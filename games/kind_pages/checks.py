"""The check that every kind is complete: Django runs it for ``manage.py check``, ``migrate`` and ``runserver``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles import finders
from django.core.checks import CheckMessage, Error
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from games import kinds
from games.bots import hints, turns
from games.kind_pages.page import KindPage
from games.kind_pages.registry import page_of
from games.kinds import Kind
from games.words import names


def check_kinds(**_: Any) -> list[CheckMessage]:
    """Every part, template, static file and word that the site asks of a kind. Registered by ``GamesConfig.ready``."""
    try:
        found = kinds.all()
        pages = {kind.key: page_of(kind.key) for kind in found}
    except (ImportError, AttributeError, TypeError, AssertionError) as failed:
        return [Error(f"A kind cannot be loaded: {failed!r}", id="games.E001")]
    errors = [] if len(found) == len(kinds.PACKAGES) else ["two kinds have the same key"]
    for kind in found:
        errors += [f"{kind.key}: {lack}" for lack in _lacks(kind, pages[kind.key])]
    errors += _disagreements(pages)
    return [Error(error, id="games.E002") for error in errors]


def _lacks(kind: Kind, page: KindPage) -> Iterator[str]:
    yield from _missing_parts(page)
    yield from _missing_files(page)
    yield from _missing_words(kind, page)


def _missing_parts(page: KindPage) -> Iterator[str]:
    for part, functions in _FUNCTIONS.items():
        for name in functions:
            if not callable(getattr(getattr(page, part), name, None)):
                yield f"{part} has no function {name}"


def _missing_files(page: KindPage) -> Iterator[str]:
    cards = {f"card of {option}": name for option, name in page.option_cards.items()}
    for part, name in (page.templates.all() | cards).items():
        try:
            get_template(name)
        except TemplateDoesNotExist:
            yield f"the template {name} ({part}) does not exist"
    for name in (*page.board_styles, *page.page_styles, *page.page_scripts):
        if finders.find(name) is None:
            yield f"the static file {name} does not exist"


def _missing_words(kind: Kind, page: KindPage) -> Iterator[str]:
    """Words for every side, option, value and refusal; and the levels of bots, whose names all kinds share."""
    yield from (f"the side {side} has no word" for side in kind.seats if side not in page.words.sides)
    for option, values in kind.options.items():
        if option not in page.words.options:
            yield f"the option {option} has no word"
        for value in values:
            if (option, value) not in page.words.values:
                yield f"the value {value} of the option {option} has no word"
    yield from (f"the feat {feat} has no words" for feat in kind.feats if feat not in page.words.feats)
    yield from (f"there is no option {option} to picture" for option in page.option_cards if option not in kind.options)
    said = {code.partition("/")[0] for code in page.refusals.SENTENCES}
    for code, clause in sorted(_refusals_of(kind)):
        if code not in said:
            yield f"the refusal {code} has no sentence"
        if clause not in page.clauses.CLAUSES and clause not in page.clauses.SECTIONS:
            yield f"the refusal {code} cites {clause}, which is no clause of the rules page"
    for number in page.clauses.CLAUSES:
        if re.split("[.:]", number)[0] not in page.clauses.SECTIONS:
            yield f"the clause {number} is in no section"
    yield from _missing_bots(kind, page)


def _missing_bots(kind: Kind, page: KindPage) -> Iterator[str]:
    levels = list(kind.bots.levels)
    if levels != [level for level in names.BOTS if level in kind.bots.levels]:
        yield f"its bots are not some of {', '.join(names.BOTS)}, in this order"
    yield from (f"it has no {level}" for level in (turns.STAND_IN, hints.LEVEL) if level not in levels)
    yield from (f"it does not say how the {level} plays" for level in levels if level not in page.words.bots)


def _disagreements(pages: Mapping[str, KindPage]) -> Iterator[str]:
    """Lists name sides without their kind, so kinds that share the name of a side must share its word."""
    known: dict[str, str] = {}
    for key, page in pages.items():
        for side, word in page.words.sides.items():
            if known.setdefault(side, str(word)) != str(word):
                yield f"{key}: another kind has another word for the side {side}"


def _refusals_of(kind: Kind) -> set[tuple[str, str]]:
    """The codes and clauses of all ``IllegalMove(code, clause, …)`` in the source of the kind's rules."""
    source = Path(kind.rules.__file__ or "")  # type: ignore[attr-defined] # rules are a module or a package
    files = source.parent.glob("*.py") if source.name == "__init__.py" else [source]
    calls = (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    return {
        (code, clause)
        for call in calls
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "IllegalMove"
        for code in _texts(call.args[0])
        for clause in _texts(call.args[1])
    }


def _texts(node: ast.expr) -> list[str]:
    """The texts that an expression may stand for, where the source says so."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=two):
            return [*_texts(one), *_texts(two)]
    return []


_FUNCTIONS: Final = {
    "presenter": ("task", "doing", "alarm", "caution", "moves", "say", "view", "written"),
    "story": ("tell",),
    "advice": ("advise", "way_to"),
    "refusals": ("sentence",),
}
