"""What a move would bring besides its own effect: the last round, the end, the last anthill, pieces given up."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contract import NOBODY, Seat
from games.kind_pages.story import together
from games.marabunta import rules
from games.marabunta.page.pieces import piece_of
from games.marabunta.rules import Phase, State
from games.marabunta.rules.board import BLANK

NEAR = 3  # no move marks more hexes than that, so the end cannot come from farther away


def alarm(state: State) -> str:
    return _("Last round") if state.trigger and state.phase is not Phase.OVER else ""


def caution(state: State, move: str) -> str:
    """M4.2: any piece may be ignored, but whoever ends the turn gives up what is left of the pool."""
    if move != "end" or state.waiting:
        return ""
    usable = dict.fromkeys(text[0] for text in rules.legal(state) if text not in {"end", "decline"})
    if not usable:
        return ""
    names = ", ".join(piece_of(state, letter).name for letter in usable)
    says = ngettext("You can still use this piece: %(names)s.", "You can still use: %(names)s.", len(usable))
    return together(says % {"names": names}, consequence(state, move))


def consequence(state: State, move: str) -> str:
    """What a legal move brings about that nobody can take back: a sentence, mostly none."""
    after = rules.apply(state, move)
    if after.actor is NOBODY:
        return _("This ends the game.")
    if after.trigger and not state.trigger:
        return _("This makes it the last round.")
    return ""


def may_be_last(state: State) -> bool:
    """M9.1: whether a single move could make this round the last."""
    if state.trigger or not isinstance(state.actor, Seat):
        return False
    one, two = state.players
    return (
        (state.open & state.board.cupcakes).bit_count() <= NEAR
        or any(0 < (state.open & region).bit_count() <= NEAR for region in state.board.regions)
        or any(mine + theirs >= BLANK - 2 for mine, theirs in zip(one.circles, two.circles, strict=True))
    )
