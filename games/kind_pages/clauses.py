"""The rules of each kind as people read them: sections of numbered clauses, which refusals cite and pages link to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.mabula.page import clauses as mabula
from games.marabunta.page import clauses as marabunta

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class Clause:
    number: str  # M6.2; or M5:one, a row of a section
    text: StrPromise

    @property
    def label(self) -> str:
        """The number that people see: rows have none of their own."""
        return "" if ":" in self.number else self.number


@dataclass(frozen=True, slots=True)
class Section:
    number: str
    title: StrPromise
    text: StrPromise | None  # of a section that is one clause as a whole
    clauses: tuple[Clause, ...]


def sections(key: str) -> list[Section]:
    """The rules of a kind, in their order."""
    titles, texts = _KINDS[key]
    return [Section(number, title, texts.get(number), _clauses_of(number, texts)) for number, title in titles.items()]


def _clauses_of(section: str, texts: Mapping[str, StrPromise]) -> tuple[Clause, ...]:
    return tuple(
        Clause(number, text) for number, text in texts.items() if number.startswith((f"{section}.", f"{section}:"))
    )


_KINDS = {
    "marabunta": (marabunta.SECTIONS, marabunta.CLAUSES),
    "mabula": (mabula.SECTIONS, mabula.CLAUSES),
}
