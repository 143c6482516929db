"""What a page says of a game of Mabula: what is to be done, and the moves in groups."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext as _

from games.contract import Seat
from games.mabula.rules import State


def task(state: State) -> str:
    """What the player to move has to do now."""
    return _("Push a marble from the rim") if isinstance(state.actor, Seat) else ""


def groups(state: State, legal: Sequence[str]) -> list[tuple[str, list[list[str]]]]:
    """The pushes by where they start."""
    starts = groupby(legal, key=lambda move: move.split("-")[0])
    return [(_("From %(space)s") % {"space": start}, [list(moves)]) for start, moves in starts]


def say(move: str) -> str:
    start, stop = move.split("-")
    return _("push from %(start)s to %(stop)s") % {"start": start, "stop": stop}
