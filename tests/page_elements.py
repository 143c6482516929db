"""A page read as its elements, in the order in which somebody who hears it meets them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    within: tuple[Element, ...] = field(default=(), repr=False)  # the outermost first
    words: list[str] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        return self.attributes.get(name, "")

    @property
    def classes(self) -> list[str]:
        return self["class"].split()

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def is_in(self, name: str) -> bool:
        """Whether it is part of the element with this id."""
        return any(outer["id"] == name for outer in self.within)


def elements(page: Any) -> list[Element]:
    """Those of a response, or of a piece of HTML."""
    reader = _Reader()
    reader.feed(page if isinstance(page, str) else page.content.decode())
    return reader.found


def element(page: Any, name: str) -> Element:
    """The one with this id."""
    (found,) = [one for one in elements(page) if one["id"] == name]
    return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Element] = []
        self._open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self._open.append(self.found[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(Element(tag, {name: value or "" for name, value in attrs}, tuple(self._open)))

    def handle_data(self, data: str) -> None:
        for outer in self._open:
            outer.words.append(data)

    def handle_endtag(self, tag: str) -> None:
        while any(outer.tag == tag for outer in self._open) and self._open.pop().tag != tag:
            pass
