"""The rules of Mabula for people, clause by clause: docs/rules.md in plain words, under the same numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SECTIONS: Final[Mapping[str, StrPromise]] = {
    "B1": _("Board and marbles"),
    "B2": _("A turn"),
    "B3": _("The end and the winner"),
    "B4": _("How moves are written"),
}

CLAUSES: Final[Mapping[str, StrPromise]] = {
    "B1.1": _(
        "The board has eight by eight spaces without its four corners: a rim of 24 spaces around a field of six by "
        "six. Columns are called a to h from left to right, rows 1 to 8 from bottom to top."
    ),
    "B1.2": _(
        "At the start twelve white and twelve black marbles lie on the rim at random. Going round it, over the "
        "missing corners, there are never three of one colour in a row."
    ),
    "B2.1": _(
        "White begins. The first seat is White and the second is Black; who sits where is chosen, or left to the lot."
    ),
    "B2.2": _(
        "In your turn you push one of your own marbles from the rim straight across the board, one space or more, "
        "so that it stops in the field."
    ),
    "B2.3": _(
        "It pushes ahead whatever marbles it meets, of either colour and however many. Gaps between them close only "
        "as far as the push needs."
    ),
    "B2.4": _(
        "No marble may be pushed onto the rim. So a push goes at most as far as there are empty spaces among the "
        "six field spaces of its line. What lies on the rim opposite does not matter."
    ),
    "B2.5": _("Only marbles on the rim are pushed. Marbles in the field never move by themselves."),
    "B2.6": _(
        "If you can push, you must. If you cannot, your turn passes by itself; when you can again later, you play on."
    ),
    "B3.1": _("The game is over when neither player can push."),
    "B3.2": _(
        "Whose largest group has more marbles wins. A group is marbles of one colour that touch side by side, not "
        "corner to corner."
    ),
    "B3.3": _(
        "If it was agreed when the game was made, the sizes of all groups of a player are multiplied instead, and "
        "the larger product wins."
    ),
    "B3.4": _(
        "Marbles left on the rim count and join groups like any others. Two of them on either side of a missing "
        "corner do not touch."
    ),
    "B3.5": _(
        "Equal is a draw. Where the largest groups count, players may agree beforehand to compare the next largest "
        "ones, and so on, before it is one."
    ),
    "B3.6": _("A game can only be made with options that exist and that go together."),
    "B3.7": _(
        "An example: White’s groups have 8, 2, 1 and 1 marbles, Black’s have 6, 3, 2 and 1. The largest group wins "
        "for White, 8 to 6. Multiplied, Black wins, 36 to 16."
    ),
    "B4": _("A move names the space on the rim and the space where the marble stops, with a dash between them."),
}
