"""The rules of a kind for people: sections of numbered clauses, which refusals cite and pages link to."""

from __future__ import annotations

from dataclasses import dataclass

from games.kind_pages.page import KindPage, Sentence
from games.kind_pages.registry import page_of


@dataclass(frozen=True, slots=True)
class Clause:
    number: str  # M6.2; or M5:one, a row of a section
    text: Sentence

    is_ruling: bool  # ours, where the rulebooks leave something open

    @property
    def label(self) -> str:
        """The number that people see: rows have none of their own."""
        return "" if ":" in self.number else self.number


@dataclass(frozen=True, slots=True)
class Section:
    number: str
    title: Sentence
    text: Sentence | None  # of a section that is one clause as a whole
    clauses: tuple[Clause, ...]


def sections(key: str) -> list[Section]:
    """The rules of a kind, in their order."""
    page = page_of(key)
    texts = page.clauses.CLAUSES
    return [
        Section(number, title, texts.get(number), _clauses_of(number, page))
        for number, title in page.clauses.SECTIONS.items()
    ]


def cited(number: str) -> str:
    """A clause as people read it: a row of a table goes by its section, ``M5`` for ``M5:one``."""
    return number.partition(":")[0]


def _clauses_of(section: str, page: KindPage) -> tuple[Clause, ...]:
    return tuple(
        Clause(number, text, number in page.clauses.RULINGS)
        for number, text in page.clauses.CLAUSES.items()
        if number.startswith((f"{section}.", f"{section}:"))
    )
