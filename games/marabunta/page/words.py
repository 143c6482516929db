"""The names of Marabunta's sides and options, in the reader's language."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kind_pages.page import KindWords

WORDS: Final = KindWords(
    pitch=_("Split, pick, write: two ant colonies raid a picnic."),
    credit=_("Marabunta is a game by Reiner Knizia."),
    doubt=_("Are the dice rigged?"),
    sides={"red": _("Red"), "blue": _("Blue")},
    options={"territory": _("Territory"), "colony": _("Colony")},
    values={
        ("territory", "meadow"): _("Meadow"),
        ("territory", "delta"): _("Delta"),
        ("territory", "glade"): _("Glade"),
        ("territory", "marsh"): _("Marsh"),
        ("colony", "forager"): _("Forager"),
        ("colony", "raider"): _("Raider"),
        ("colony", "harvester"): _("Harvester"),
        ("colony", "weaver"): _("Weaver"),
    },
    bots={
        "larva": _("Moves at random: for your very first game."),
        "pupa": _("Looks at two of its moves, and makes the better one."),
        "nurse": _("Looks at five of its moves, and makes the best of them."),
        "worker": _("Takes the best of what lies on the table, and never looks ahead."),
        "builder": _("Takes what lies on the table, but plans one move in five."),
        "scout": _("Plans nearly half of its moves, and takes the others as they come."),
        "guard": _("Plans most of its moves, but is easily tempted by what lies on the table."),
        "soldier": _("Plans every round to its end, your answer included."),
        "princess": _("Makes half of her moves like a soldier, the others like a queen."),
        "queen": _("Thinks as far ahead as a few seconds allow."),
    },
)
