"""The effect of a move, in sentences that need no board beside them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import NOBODY, Seat
from games.kind_pages.story import MoveStory
from games.mabula.page import sides
from games.mabula.page.push import rolls
from games.mabula.page.sides import Side
from games.mabula.rules import State, groups
from games.mabula.rules.board import name_of


def tell(before: State, move: str, after: State) -> MoveStory:
    """``move`` is legal in ``before`` and leads to ``after``."""
    if not isinstance(before.actor, Seat):
        return MoveStory(_("The marbles are laid around the rim."))
    side = sides.of(before.actor)
    moved = rolls(before.marbles, move)
    said = [_pushed(side, move, ahead=len(moved) - 1)]
    if (size := _largest(after, side)) > _largest(before, side):
        said.append(_("%(side)s makes a group of %(size)s.") % {"side": side.title, "size": size})
    if after.actor is before.actor:  # B2.6
        said.append(_("%(side)s can’t push and passes.") % {"side": sides.of(before.actor.other).title})
    elif after.actor is NOBODY:  # B3.1
        said.append(_("No one can push any more. The game is over."))
    places = (name_of(moved[0].start), *(name_of(roll.stop) for roll in moved))
    traces = tuple(f"{name_of(roll.start)}-{name_of(roll.stop)}" for roll in moved)
    return MoveStory(" ".join(said), places, kind="push", traces=traces)


def _pushed(side: Side, move: str, *, ahead: int) -> str:
    start, stop = move.split("-")
    facts = {"side": side.title, "start": start, "stop": stop, "ahead": ahead}
    if not ahead:
        return _("%(side)s pushes from %(start)s to %(stop)s.") % facts
    says = ngettext(
        "%(side)s pushes from %(start)s to %(stop)s and moves %(ahead)s other marble.",
        "%(side)s pushes from %(start)s to %(stop)s and moves %(ahead)s other marbles.",
        ahead,
    )
    return says % facts


def _largest(state: State, side: Side) -> int:
    return max(map(len, groups(state.marbles, side.layer)), default=0)
