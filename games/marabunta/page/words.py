"""The names of Marabunta's sides and options, in the reader's language."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kind_pages.page import KindWords

WORDS: Final = KindWords(
    pitch=_("Split, choose, write: two ant colonies share out a picnic."),
    credit=_("Marabunta is a game by Reiner Knizia."),
    doubt=_("Are the dice rigged?"),
    sides={"red": _("Red"), "blue": _("Blue")},
    options={"territory": _("Territory"), "colony": _("Colony")},
    values={
        ("territory", "meadow"): _("Meadow"),
        ("territory", "delta"): _("Delta"),
        ("colony", "forager"): _("Forager"),
        ("colony", "raider"): _("Raider"),
    },
)
