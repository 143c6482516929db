"""What a page says of a game of Marabunta: what is to be done, and the moves in groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.marabunta.rules import Phase, State

DICE = {
    "P": gettext_lazy("Pink die"),
    "O": gettext_lazy("Orange die"),
    "Y": gettext_lazy("Yellow die"),
    "G": gettext_lazy("Green die"),
    "B": gettext_lazy("Blue die"),
    "V": gettext_lazy("Violet die"),
}

_WORDS = {
    "take 1": gettext_lazy("take the pool with the pink die"),
    "take 2": gettext_lazy("take the pool without the pink die"),
    "decline": gettext_lazy("do without it"),
    "end": gettext_lazy("end the turn"),
}


def task(state: State) -> str:
    """What the player to move has to do now."""
    match state.phase:
        case Phase.SPLIT:
            return _("Split the dice and the tile into two pools")
        case Phase.CHOOSE:
            return _("Take one of the two pools")
        case Phase.RESOLVE if state.waiting:
            return _("Use what you have set off")
        case Phase.RESOLVE:
            return _("Use the pieces of the pool")
        case _:
            return ""


def groups(state: State, legal: Sequence[str]) -> list[tuple[str, list[list[str]]]]:
    """The legal moves by the piece they use, each group in rows of moves that belong together."""
    match state.phase:
        case Phase.SPLIT:
            sizes = groupby(sorted(legal, key=_in_first_pool), key=_in_first_pool)
            return [(_sizes(size), [list(moves)]) for size, moves in sizes]
        case Phase.CHOOSE:
            return [(_("Pools"), [list(legal)])]
    return [(_source(source), list(_rows(moves))) for source, moves in groupby(legal, key=_element)]


def say(move: str) -> str:
    """What a legal move does, as far as its group does not say it."""
    if move.startswith("split "):
        one, two = (", ".join(pool) for pool in move.removeprefix("split ").split("/"))
        return _("one pool with %(one)s, the other with %(two)s") % {"one": one, "two": two}
    if move in _WORDS:
        return str(_WORDS[move])
    element = _element(move)
    act, rest = move[len(element)], move[len(element) + 1 :]
    facts = {"where": rest.removesuffix("^").replace(",", ", ")}
    match act:
        case "@" if rest.endswith("^"):
            return _("write on %(where)s, for an anthill") % facts
        case "@":
            return _("write on %(where)s") % facts
        case "x":
            return _("cross out %(where)s") % facts
        case "#":
            return _("cross out a crate of group %(where)s") % facts
    return _("fill a circle on each of these leaves: %(where)s") % facts if rest else _("fill a circle on its leaf")


def _in_first_pool(move: str) -> int:
    return move.index("/") - len("split ")


def _sizes(first: int) -> str:
    return _("%(first)s in the pool with the pink die, %(second)s in the other") % {
        "first": first,
        "second": 7 - first,
    }


def _element(move: str) -> str:
    """P for a die, T for the tile, T=P for a die again, nothing for what waits, the word of a word."""
    if move in _WORDS:
        return move
    return move[:3] if move.startswith("T=") else move[0] if move[0] in (*DICE, "T") else ""


def _source(element: str) -> str:
    if element.startswith("T="):
        return _("The tile: %(die)s again") % {"die": DICE[element[2]]}
    words = {
        "T": _("The tile"),
        "": _("What waits"),
        "end": _("End of the turn"),
        "decline": _("Do without"),
    }
    return str(DICE[element]) if element in DICE else words[element]


def _rows(moves: Iterable[str]) -> Iterable[list[str]]:
    """Hexes by their column, those that cost an anthill apart."""
    alike = groupby(moves, key=lambda move: (move.endswith("^"), _column(move)))
    return (list(row) for __, row in alike)


def _column(move: str) -> str:
    place = max(move.find("@"), move.find("x"))
    return move[place + 1 : place + 2] if place >= 0 else ""
