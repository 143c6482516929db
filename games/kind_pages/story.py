"""A move in words: the value that the stories of all kinds are made of.

A kind's ``story`` module has one public function, ``tell(before, move, after) -> MoveStory``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.functional import lazy
from django.utils.translation import pgettext

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    Words = str | StrPromise
else:
    Words = str


@dataclass(frozen=True, slots=True)
class MoveStory:
    """The effect of a move in words, and the marks that the page sets beside them."""

    text: str  # whole sentences in the reader's language
    places: tuple[str, ...] = ()  # where on the board, by the names of the notation
    region: str = ""  # the region of the board, if the move is about one
    number: int | None = None  # the number that was written
    kind: str = ""  # the sort of move, for the picture beside the words: write, crate, roll, …
    traces: tuple[str, ...] = ()  # the drawings that it moves, by the keys that the kind's own script knows them by


def _say(tell: Callable[[], str]) -> str:
    return tell()


later = lazy(_say, str)  # words that are put together only if somebody reads them


def together(*sentences: Words) -> str:
    """Whole sentences one after the other, as the reader's language sets them."""
    text, *others = (str(sentence) for sentence in sentences if sentence)
    for other in others:
        text = pgettext("two sentences in a row", "%(first)s %(second)s") % {"first": text, "second": other}
    return text
