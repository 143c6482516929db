"""The rules of a kind for people: sections of numbered clauses, which refusals cite and pages link to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.kind_pages.page import Sentence
from games.kind_pages.registry import page_of


@dataclass(frozen=True, slots=True)
class Clause:
    number: str  # M6.2; or M5:one, a row of a section
    text: Sentence

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
    titles, texts = page_of(key).clauses.SECTIONS, page_of(key).clauses.CLAUSES
    return [Section(number, title, texts.get(number), _clauses_of(number, texts)) for number, title in titles.items()]


def _clauses_of(section: str, texts: Mapping[str, Sentence]) -> tuple[Clause, ...]:
    return tuple(
        Clause(number, text) for number, text in texts.items() if number.startswith((f"{section}.", f"{section}:"))
    )
