"""Why a move is refused, in words: a sentence for every code of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from games.contract import IllegalMove

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Sentence: TypeAlias = "StrPromise | str"


def sentence(refused: IllegalMove) -> str:
    """The sentence of a refusal, with its facts."""
    if refused.facts.get("most") == 0:
        return _now("The marble on %(space)s has no room: all six spaces before it are taken.") % refused.facts
    return str(SENTENCES[refused.code]) % refused.facts


SENTENCES: Mapping[str, Sentence] = {
    "bad-ring": _("This is no ring of twelve white and twelve black marbles without three of a colour in a row."),
    "ends-on-the-edge": _("A push must end in the field, and %(space)s is on the rim."),
    "game-over": _("The game is over."),
    "no-marble": _("There is no marble on %(space)s."),
    "no-ring-yet": _("First chance must lay the marbles around the rim."),
    "no-such-space": _("There is no space called %(space)s on this board."),
    "not-a-move": _("This is no move: “%(text)s”. A push is written like this: a3-d3."),
    "not-from-the-edge": _("Only marbles on the rim are pushed, and %(space)s is in the field."),
    "not-straight-across": _("A push goes straight across the board; %(stop)s is not opposite %(space)s."),
    "not-yours": _("The marble on %(space)s is not yours."),
    "ring-is-laid": _("The marbles lie around the rim already."),
    "too-far": _(
        "The marble on %(space)s cannot go that far, as no marble may be pushed onto the rim. "
        "Most spaces that it can go: %(most)s."
    ),
}
