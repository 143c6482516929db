"""The effect of a move in words, before it is made: for confirmations and hints."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.marabunta.page import phrases
from games.marabunta.page.names import EFFECT_NAMES
from games.marabunta.page.story import listed, name_piece, name_pieces
from games.marabunta.rules import State
from games.marabunta.rules.board import REGIONS
from games.marabunta.rules.effects import CRATE, FILL, ONE_CRATE, WRITE
from games.marabunta.rules.moves import Split, Take, Use, read

_PLAIN: Final = {"decline": gettext_lazy("decline"), "end": gettext_lazy("end the turn")}


def say(state: State, move: str) -> str:
    """The effect of a legal move, with the pieces of the round."""
    made = read(state.board, move)
    match made:
        case Split():
            one, two = (name_pieces(state, pool) for pool in made.pools)
            return _("one pool with %(one)s, the other with %(two)s") % {"one": one, "two": two}
        case Take(pool=1):
            return _("take the first pool: %(pieces)s") % {"pieces": name_pieces(state, state.round.pools[0])}
        case Take():
            return _("take the second pool: %(pieces)s") % {"pieces": name_pieces(state, state.round.pools[1])}
        case Use():
            by, deed = _by(state, made), _deed(state, made)
            return _("with %(piece)s, %(deed)s") % {"piece": by, "deed": deed} if by else deed
    return str(_PLAIN[move])


def _by(state: State, made: Use) -> str:
    """The piece or the power that does it; nothing for the crate of a crate hex."""
    if made.die:
        return _("%(die)s again") % {"die": name_piece(state, made.die)}
    if made.element:
        return name_piece(state, made.element)
    power = state.waiting[-1]
    return "" if power == ONE_CRATE else _("the power (%(power)s)") % {"power": EFFECT_NAMES[power.key]}


def _deed(state: State, made: Use) -> str:
    where = {"where": _where(state, made.hexes)}
    if made.shape is WRITE:
        return _("write on %(where)s, using an anthill") % where if made.anthill else _("write on %(where)s") % where
    if made.shape is CRATE:
        return _("cross out a crate for: %(power)s") % {"power": EFFECT_NAMES[state.board.groups[made.group].power]}
    if made.shape is not FILL:
        return _("cross out %(where)s") % where
    if len(made.leaves) == 1:
        return _("fill a circle %(on_leaf)s") % {"on_leaf": phrases.ON_LEAF[REGIONS[made.leaves[0]]]}
    leaves = listed([str(phrases.REGIONS[REGIONS[leaf]]) for leaf in made.leaves])
    return _("fill a circle on each of these leaves: %(leaves)s") % {"leaves": leaves}


def _where(state: State, hexes: int) -> str:
    """Hexes with the regions in which one looks for them: d4 in the Lawn."""
    board = state.board
    regions = [name for name, region in zip(REGIONS, board.regions, strict=True) if hexes & region]
    names = listed(board.names_in(hexes))
    if len(regions) != 1:
        return names
    return _("%(hexes)s %(where)s") % {"hexes": names, "where": phrases.WHERE[regions[0]]}
