"""Single lines at the table for somebody's first games: what they need to know now, in the order of urgency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.contract import Seat
from games.mabula import rules
from games.mabula.page import sides
from games.mabula.page.push import on_rim, pushable
from games.mabula.rules import State

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LINES: Final[Mapping[str, StrPromise]] = {
    "near-the-end": _("Nearly over: the game ends when neither of you can push."),
    "stuck": _("One of your marbles on the rim has no room to be pushed. It stays there, and counts all the same."),
    "push": _("Press one of your marbles on the rim, then the space where it stops. You can’t undo a push."),
    "threes": _("All your groups are multiplied: several groups of about three beat one large one."),
    "groups": _("You want one large group: marbles of your colour, side by side. Corner to corner doesn’t count."),
}
NEAR: Final = 3  # marbles of a player that can still be pushed
ALL: Final = 12


def wanted(state: State, seat: Seat) -> Iterator[str]:
    """The lines that fit the position, for the player in that seat."""
    if state.actor is not seat:
        return
    layer = sides.of(seat).layer
    can, rim = len(pushable(state.marbles, layer)), on_rim(state.marbles, layer)
    if rules.legal(state) and can <= NEAR:
        yield "near-the-end"
    if can < rim:
        yield "stuck"
    if rim == ALL:
        yield "push"
    else:
        yield "threes" if state.scoring == "product" else "groups"
