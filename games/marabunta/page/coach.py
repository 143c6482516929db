"""Single lines at the table for somebody's first games: what they need to know now, in the order of urgency."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.contract import Seat
from games.marabunta import rules
from games.marabunta.rules import Phase, State
from games.marabunta.rules.effects import CRATE
from games.marabunta.rules.open_state import OpenState

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

LINES: Final[Mapping[str, StrPromise]] = {
    "last-round": _("This is the last round. When you have both played, the points are counted."),
    "split": _(
        "Tap a piece to move it to the other pool. You split, but you play second: you get the pool that is left."
    ),
    "pools": _(
        "A pool is what you play with this turn. Under each piece: how many places it has now. ? explains the signs."
    ),
    "crate": _(
        "Choose a crate in your colony: its groups are lit up here. The last crate of a group sets off its power."
    ),
    "first-number": _("You have no number yet. Your first goes anywhere in its region, for one anthill."),
    "end": _("Use your pieces in any order. You can take everything back until you end your turn."),
}


def wanted(state: State, seat: Seat) -> Iterator[str]:
    """The lines that fit the position, for the player in that seat."""
    if state.trigger:
        yield "last-round"
    if state.actor is not seat:
        return
    if state.phase is Phase.SPLIT:
        yield "split"
    has_number = bool(state.players[seat - 1].numbers)
    if state.phase is Phase.CHOOSE:
        yield "pools"
        if not has_number:
            yield "first-number"
    if state.phase is Phase.RESOLVE:
        if state.waiting and state.waiting[-1].shape is CRATE:
            yield "crate"
        if not has_number and any("^" in move for move in rules.legal(state)):
            yield "first-number"
        if not state.waiting and state.left == OpenState(state).own_pool():
            yield "end"
