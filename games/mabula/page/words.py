"""The names of Mabula's sides and options, in the reader's language."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kind_pages.page import KindWords

WORDS: Final = KindWords(
    pitch=_("Push glass marbles from the rim, and crowd them together."),
    credit=_("Mabula is a game by Néstor Romeral Andrés."),
    doubt=_("Was the start rigged?"),
    sides={"white": _("White"), "black": _("Black")},
    options={"scoring": _("Scoring"), "ties": _("When equal")},
    values={
        ("scoring", "largest"): _("The largest group"),
        ("scoring", "product"): _("All groups multiplied"),
        ("ties", "draw"): _("A draw"),
        ("ties", "next-group"): _("The next largest groups decide"),
    },
    conflicts={
        ("ties", "next-group"): _("Next largest groups can only be compared where the largest group counts."),
    },
)
