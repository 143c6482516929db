"""The names of people, bots, sides and options, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import kinds
from games.contract import NoSeat
from games.kind_pages.page import Sentence
from games.kind_pages.registry import page_of
from games.models import Challenge, Game, Seat


def name_of(seat: Seat) -> str:
    """Who sits there, as everybody may know it."""
    if seat.user is not None:
        return seat.user.username
    return str(FORMER) if seat.left_at else name_of_bot(seat.bot)


def name_of_bot(level: str) -> str:
    return gettext("%(level)s (bot)") % {"level": BOTS.get(level, level)}


def options_of(terms: Challenge | Game) -> list[tuple[str, str]]:
    """What was agreed on, option by option."""
    names = page_of(terms.kind).words
    return [
        (str(names.options.get(name, name)), str(names.values.get((name, value), value)))
        for name, value in terms.options.items()
    ]


def unusual_options_of(terms: Challenge | Game) -> list[str]:
    """The values of the options that differ from the defaults of the kind."""
    usual = kinds.get(terms.kind).agreed({})
    said = page_of(terms.kind).words.values
    return [str(said.get((name, value), value)) for name, value in terms.options.items() if value != usual.get(name)]


def name_of_side(side: str) -> str:
    """A seat by its colour, or chance. Kinds that share the name of a side share its word."""
    if side == NoSeat.CHANCE.value:
        return gettext("Chance")
    known = (str(names[side]) for kind in kinds.all() if side in (names := page_of(kind.key).words.sides))
    return next(known, side)  # of a kind that was removed


FORMER: Sentence = _("Former player")

BOTS: Mapping[str, Sentence] = {  # of all kinds, the weakest first; a kind has some of them, in this order
    "larva": _("Larva"),
    "pupa": _("Pupa"),
    "nurse": _("Nurse"),
    "worker": _("Worker"),
    "builder": _("Builder"),
    "scout": _("Scout"),
    "guard": _("Guard"),
    "soldier": _("Soldier"),
    "princess": _("Princess"),
    "queen": _("Queen"),
}
