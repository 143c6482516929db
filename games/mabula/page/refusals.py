"""Why a move is refused, in words: a sentence for every code of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.contract import IllegalMove

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Sentence: TypeAlias = "StrPromise | str"


def sentence(refused: IllegalMove) -> str:
    """The sentence of a refusal, with its facts."""
    if refused.facts.get("most") == 0:
        return gettext("The marble on %(space)s has no room: all six spaces ahead of it are taken.") % refused.facts
    return str(SENTENCES[refused.code]) % refused.facts


SENTENCES: Mapping[str, Sentence] = {
    "bad-ring": _("The ring must have 12 white and 12 black marbles, with no three of a colour in a row."),
    "ends-on-the-edge": _("A push must stop in the field. %(space)s is on the rim."),
    "game-over": _("The game is over."),
    "no-marble": _("There’s no marble on %(space)s."),
    "no-ring-yet": _("The marbles must be laid out first."),
    "no-such-space": _("There’s no space %(space)s on this board."),
    "not-a-move": _("“%(text)s” isn’t a move. Type a push like this: a3-d3."),
    "not-from-the-edge": _("You can only push marbles from the rim. %(space)s is in the field."),
    "not-straight-across": _("A push goes straight across. %(stop)s isn’t in line with %(space)s."),
    "not-yours": _("The marble on %(space)s isn’t yours."),
    "ring-is-laid": _("The marbles are already laid out."),
    "too-far": _(
        "The marble on %(space)s can’t go that far: no marble may be pushed onto the far rim. Farthest "
        "it can go, in spaces: %(most)s."
    ),
}
