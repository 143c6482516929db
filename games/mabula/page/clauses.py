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

# Ours, where the published rules leave something open.
RULINGS: Final = frozenset({"B2.1", "B3.4", "B3.5"})

CLAUSES: Final[Mapping[str, StrPromise]] = {
    "B1.1": _(
        "The board is eight by eight spaces without its four corners: a rim of 24 spaces around a field of six by "
        "six. Columns are a to h from left to right, rows are 1 to 8 from bottom to top."
    ),
    "B1.2": _(
        "At the start, twelve white and twelve black marbles lie on the rim at random. Going round the rim, past the "
        "missing corners, there are never three of one colour in a row."
    ),
    "B2.1": _("White begins. Seat one is White and seat two is Black; you choose your seat or leave it to chance."),
    "B2.2": _(
        "On your turn, push one of your own marbles from the rim straight across the board, one space or more, so "
        "that it stops in the field."
    ),
    "B2.3": _(
        "It pushes ahead every marble it meets, of either colour and however many there are. Gaps close only as far "
        "as the push needs."
    ),
    "B2.4": _(
        "No marble may be pushed onto the rim. So you can push at most as far as there are empty spaces among the six "
        "field spaces of that line: with three marbles there, one to three spaces. A marble on the rim opposite does "
        "not matter."
    ),
    "B2.5": _("You push only marbles on the rim. Marbles in the field never move by themselves."),
    "B2.6": _(
        "If you can push, you must. If you cannot, your turn is skipped automatically; if you can push again later, "
        "you play on."
    ),
    "B3.1": _("The game is over when neither player can push."),
    "B3.2": _(
        "Compare each player’s largest group: the larger one wins. A group is marbles of one colour that touch side "
        "by side, not just corner to corner."
    ),
    "B3.3": _(
        "If you agreed on it when you created the game, multiply the sizes of all your groups instead. The larger "
        "product wins."
    ),
    "B3.4": _(
        "Marbles still on the rim count and join groups like any others, also along a side of the rim. The two spaces "
        "either side of a missing corner do not touch."
    ),
    "B3.5": _(
        "Tied scores are a draw. If the largest group counts, you may agree beforehand to compare the next largest "
        "groups, and so on, before it is a draw."
    ),
    "B3.6": _("You can only create a game with options that exist and that go together."),
    "B3.7": _(
        "An example: White’s groups have 8, 2, 1 and 1 marbles, Black’s have 6, 3, 2 and 1. With the largest group, "
        "White wins 8 to 6. With all groups multiplied, Black wins 36 to 16."
    ),
    "B4": _("A move names the space on the rim and the space where the marble stops, with a hyphen between them."),
}
