"""A letter: what a mail says, before it is addressed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Letter:
    subject: str
    text: str
    html: str
    list_name: str  # what kind of mail it is
    unsubscribe: str  # the address at which no more of that kind is asked for; empty: everybody gets these
    game: int | None = None  # whose thread it belongs to
    pictures: Mapping[str, bytes] = field(default_factory=dict)  # PNG, by Content-ID


@dataclass(frozen=True, slots=True)
class Link:
    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Figure:
    """The board: its picture, and a sentence for who does not see it."""

    cid: str
    alt: str


@dataclass(frozen=True, slots=True)
class Points:
    """The count, with the colours in which the moves are told."""

    you: int
    other: int
    your_side: str
    other_side: str
    is_final: bool


@dataclass(frozen=True, slots=True)
class Item:
    """What a letter says about one thing. One link, to the page where it goes on."""

    headline: str
    link: Link
    sentences: Sequence[str] = ()
    quotes: Sequence[str] = ()
    name: str = ""  # of the other
    deadline: datetime | None = None
    figure: Figure | None = None
    points: Points | None = None
    facts: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A subject, what is said, and the picture that goes with it."""

    subject: str
    item: Item
    pictures: Mapping[str, bytes] = field(default_factory=dict)
