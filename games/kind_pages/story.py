"""What a move did, told: the pieces that the storytellers of all kinds share.

A kind's ``story`` module has one public function, ``tell(before, move, after) -> Told``.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import pgettext


@dataclass(frozen=True, slots=True)
class Told:
    """A move in words, and what the page marks beside them."""

    text: str  # whole sentences in the reader's language
    places: tuple[str, ...] = ()  # where on the board, by the names of the notation
    region: str = ""  # the region it happened in, if it is one
    number: int | None = None  # what was written
    kind: str = ""  # what was done, for the picture beside the words: write, crate, roll, …


def together(*sentences: str) -> str:
    """Whole sentences one after the other, as the reader's language sets them."""
    text, *others = (sentence for sentence in sentences if sentence)
    for other in others:
        text = pgettext("two sentences in a row", "%(first)s %(second)s") % {"first": text, "second": other}
    return text
