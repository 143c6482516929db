"""The phrases of people whose chat is limited to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def text(key: str) -> str:
    """The phrase in the language of its author; an empty text if there is no such phrase."""
    return str(PHRASES.get(key, ""))


def is_phrase(text: str) -> bool:
    return text in {str(phrase) for phrase in PHRASES.values()}


PHRASES: Mapping[str, StrPromise] = {
    "hello": _("Hello!"),
    "good-luck": _("Good luck, have fun!"),
    "nice-move": _("Nice move!"),
    "oops": _("Oops!"),
    "sorry": _("Sorry!"),
    "slow": _("I’ll be slow for a while."),
    "no-problem": _("No problem, take your time."),
    "thanks": _("Thank you!"),
    "good-game": _("Good game!"),
    "again": _("Play again?"),
    "bye": _("Bye, see you!"),
}
