"""A move in words: the value that the stories of all kinds are made of.

A kind's ``story`` module has one public function, ``tell(before, move, after) -> MoveStory``.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import pgettext


@dataclass(frozen=True, slots=True)
class MoveStory:
    """The effect of a move in words, and the marks that the page sets beside them."""

    text: str  # whole sentences in the reader's language
    places: tuple[str, ...] = ()  # where on the board, by the names of the notation
    region: str = ""  # the region of the board, if the move is about one
    number: int | None = None  # the number that was written
    kind: str = ""  # the sort of move, for the picture beside the words: write, crate, roll, …
    traces: tuple[str, ...] = ()  # the drawings that it moves, by the keys that the kind's own script knows them by


def together(*sentences: str) -> str:
    """Whole sentences one after the other, as the reader's language sets them."""
    text, *others = (sentence for sentence in sentences if sentence)
    for other in others:
        text = pgettext("two sentences in a row", "%(first)s %(second)s") % {"first": text, "second": other}
    return text
