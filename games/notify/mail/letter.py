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
    unsubscribe: str  # the address that stops such mails; empty for mails that everybody gets
    game: int | None = None  # mails about one game are one thread
    pictures: Mapping[str, bytes] = field(default_factory=dict)  # PNG, by Content-ID


@dataclass(frozen=True, slots=True)
class Link:
    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Figure:
    """The picture of the board, and a sentence for readers who do not see it."""

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
    name: str = ""  # of the opponent
    deadline: datetime | None = None
    figure: Figure | None = None
    points: Points | None = None
    facts: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True)
class ItemWithSubject:
    """An item, the subject of a mail about it alone, and its pictures."""

    subject: str
    item: Item
    pictures: Mapping[str, bytes] = field(default_factory=dict)
