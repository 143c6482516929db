"""The names of Mabula's sides and options, in the reader's language."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.kind_pages.page import KindWords

WORDS: Final = KindWords(
    pitch=_("Push your marbles in from the rim and group them."),
    credit=_("Mabula is a game by Néstor Romeral Andrés."),
    doubt=_("Was the start rigged?"),
    sides={"white": _("White"), "black": _("Black")},
    options={"scoring": _("Scoring"), "ties": _("If tied")},
    values={
        ("scoring", "largest"): _("The largest group"),
        ("scoring", "product"): _("All groups multiplied"),
        ("ties", "draw"): _("A draw"),
        ("ties", "next-group"): _("Next largest group decides"),
    },
    conflicts={
        ("ties", "next-group"): _("You can only compare the next largest groups if the largest group counts."),
    },
    feats={
        "four-threes": (
            _("Three by three by three by three"),
            _("End Mabula with groups of 3, 3, 3 and 3 where all groups are multiplied: 81, the most there is."),
        ),
    },
    bots={
        "larva": _("Pushes at random: for your very first game."),
        "pupa": _("Looks at two or three of its pushes, and makes the best of them."),
        "nurse": _("Looks at five of its pushes, and makes the best of them."),
        "worker": _("Makes the push that looks best at once, and never looks ahead."),
        "scout": _("In half of its pushes it thinks of your answer."),
        "soldier": _("Thinks of your answer before every push, and counts out the last few."),
        "princess": _("Makes half of her pushes like a soldier, the others like a queen."),
        "queen": _("Thinks as far ahead as a few seconds allow."),
    },
)
