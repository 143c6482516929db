"""What the other player has just done in their turn, in a few words: it stands where the own turn begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.marabunta.page import phrases
from games.marabunta.rules import Phase, State
from games.marabunta.rules.board import REGIONS, bits
from games.marabunta.rules.effects import CRATE, CROSS, FILL, WRITE
from games.marabunta.rules.moves import Use, read
from games.marabunta.rules.open_state import OpenState
from games.marabunta.rules.state import value_at

_MOST = 4  # of what was done: the list of moves has it all
_WRITTEN = {2: "two-zeros", 3: "triple-one"}  # by how many hexes


def deeds(state: State, latest: Sequence[str]) -> str:
    """What was done in the last whole turn of ``latest``; nothing once the own turn has been started."""
    is_touched = state.phase is Phase.RESOLVE and (state.waiting or state.left != OpenState(state).own_pool())
    if is_touched or "end" not in latest:
        return ""
    last = len(latest) - list(reversed(latest)).index("end") - 1
    turn = latest[:last]
    if "end" in turn:
        turn = turn[len(turn) - list(reversed(turn)).index("end") :]
    done = list(_told(state, [made for move in turn if isinstance(made := read(state.board, move), Use)]))
    return ", ".join([*done[:_MOST], *["…"] * (len(done) > _MOST)])


def _told(state: State, uses: Sequence[Use]) -> Iterator[str]:
    for use in uses:
        if use.shape is WRITE:
            yield from _written(state, use)
        elif use.shape is FILL:
            yield from (_("a circle %(on_leaf)s") % {"on_leaf": phrases.ON_LEAF[REGIONS[leaf]]} for leaf in use.leaves)
        elif use.shape is CROSS:
            says = ngettext("%(count)s hex crossed out", "%(count)s hexes crossed out", use.size)
            yield says % {"count": use.size}
    if crates := sum(use.shape is CRATE for use in uses):
        yield ngettext("%(count)s crate", "%(count)s crates", crates) % {"count": crates}


def _written(state: State, use: Use) -> Iterator[str]:
    if use.size > 1:
        yield str(phrases.EFFECTS[_WRITTEN[use.size]])
    else:
        region = next(name for name, hexes in zip(REGIONS, state.board.regions, strict=True) if hexes & use.hexes)
        facts = {"number": value_at(state, use.hexes), "where": phrases.WHERE[region]}
        yield _("%(number)s %(where)s") % facts
    yield from (_("a cupcake") for _cupcake in bits(use.hexes & state.board.cupcakes))
