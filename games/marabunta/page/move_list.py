"""All legal moves as a list, for who would rather read than look: grouped by the piece they use."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.kind_pages.page import MoveGroup
from games.marabunta import rules
from games.marabunta.page.foresight import consequence, may_be_last
from games.marabunta.page.move_preview import say
from games.marabunta.page.names import effect_name
from games.marabunta.page.pieces import piece_of
from games.marabunta.rules import Phase, State

WORDS = ("decline", "end")


def moves(state: State) -> list[MoveGroup]:
    """Splits are left out: there are 63 of them, and the seven pieces are themselves a list."""
    if state.phase is Phase.SPLIT:
        return []
    groups: dict[str, list[str]] = {}
    for move in rules.legal(state):
        groups.setdefault(_title(state, move), []).append(move)
    is_near_the_end = may_be_last(state)
    return [
        MoveGroup(title, tuple((move, _told(state, move, is_near_the_end)) for move in moves))
        for title, moves in groups.items()
    ]


def _title(state: State, move: str) -> str:
    if move in WORDS:
        return _("Other")
    if state.phase is Phase.CHOOSE:
        return _("Pools")
    return effect_name(state.waiting[-1]) if state.waiting else piece_of(state, move[0]).name


def _told(state: State, move: str, is_near_the_end: bool) -> str:
    said = say(state, move)
    brings = consequence(state, move) if is_near_the_end or move == "end" else ""
    return _("%(move)s. %(brings)s") % {"move": said, "brings": brings} if brings else said
