"""What the other player has just done in their turn, in a few words: it stands where the own turn begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, takewhile

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.marabunta.page import phrases
from games.marabunta.rules import Phase, State
from games.marabunta.rules.board import REGIONS
from games.marabunta.rules.effects import CRATE, CROSS, FILL, WRITE
from games.marabunta.rules.moves import Use, read
from games.marabunta.rules.open_state import OpenState
from games.marabunta.rules.state import value_at

_ROOM, _ROOM_BESIDE_AN_ALARM = 42, 22  # characters on a phone; of more, the list of moves tells
_WRITTEN = {2: "two-zeros", 3: "triple-one"}  # by how many hexes


def deeds(state: State, latest: Sequence[str]) -> str:
    """What was done in the last whole turn of ``latest``; nothing once the own turn has been started."""
    is_touched = state.phase is Phase.RESOLVE and (state.waiting or state.left != OpenState(state).own_pool())
    if is_touched or "end" not in latest:
        return ""
    newest = dropwhile(lambda move: move != "end", reversed(latest))
    next(newest)
    turn = [read(state.board, move) for move in takewhile(lambda move: move != "end", newest)]
    done = _told(state, [made for made in reversed(turn) if isinstance(made, Use)])
    return _shortened(done, _ROOM_BESIDE_AN_ALARM if state.trigger else _ROOM)


def _shortened(done: Iterable[str], room: int) -> str:
    """As many as there is room for, and at least one."""
    told = ""
    for deed in done:
        if told and len(told) + len(deed) > room:
            return f"{told}, …"
        told = f"{told}, {deed}" if told else deed
    return told


def _told(state: State, uses: Sequence[Use]) -> Iterator[str]:
    """First what the board does not mark."""
    if crates := sum(use.shape is CRATE for use in uses):
        yield ngettext("%(count)s crate", "%(count)s crates", crates) % {"count": crates}
    if cupcakes := sum((use.hexes & state.board.cupcakes).bit_count() for use in uses if use.shape is WRITE):
        yield ngettext("%(count)s cupcake", "%(count)s cupcakes", cupcakes) % {"count": cupcakes}
    for leaf in (leaf for use in uses if use.shape is FILL for leaf in use.leaves):
        yield _("%(region)s %(face)s") % {"region": phrases.REGIONS[REGIONS[leaf]], "face": phrases.DIE_FACES["F"]}
    for use in uses:
        if use.shape is WRITE:
            yield _written(state, use)
        elif use.shape is CROSS:
            says = ngettext("%(count)s hex crossed out", "%(count)s hexes crossed out", use.size)
            yield says % {"count": use.size}


def _written(state: State, use: Use) -> str:
    if use.size > 1:
        return str(phrases.EFFECTS[_WRITTEN[use.size]])
    region = next(name for name, hexes in zip(REGIONS, state.board.regions, strict=True) if hexes & use.hexes)
    return _("%(number)s %(where)s") % {"number": value_at(state, use.hexes), "where": phrases.WHERE[region]}
