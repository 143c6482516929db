"""Set reasons for sanctions, which people read in their own language. Their words can be changed: see set_texts.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

REASONS: Final[Mapping[str, StrPromise | str]] = {
    "tone": _("What you wrote in the chat was insulting. Please talk to others as you would across a table."),
    "spam": _("You kept posting messages that had nothing to do with the game."),
    "stalling": _("You abandon games that go badly, or let the clock run out. Please resign instead."),
    "help": _("You had help from another person or a program. Here, people play on their own."),
    "accounts": _("You played with more than one account. Everyone gets one account here."),
    "arranged": _("You arranged the results of rated games. Please play every one of them to win."),
    "name": _("Your name is offensive. Please choose another one."),
}
