"""Which effect a move resolves: of an element (M4.1), of a die once more (M5.1), or one that waits (M8.3)."""

from __future__ import annotations

from typing import Final

from games.contract import IllegalMove
from games.marabunta.rules.effects import AGAIN, DICE, TILES, Effect, Shape
from games.marabunta.rules.state import TILE, letters
from games.marabunta.rules.table import Table


def effect_of(table: Table, element: int) -> Effect:
    """What the tile or the face of a die says."""
    if element == TILE:
        return TILES[table.tile]
    place, faces = _DICE[element]
    return faces[table.faces[place]]


def take_effect(table: Table, element: int, die: int, shape: Shape) -> Effect:
    """The effect that such a mark is made for; it is resolved with that. Raises IllegalMove.

    One element at a time; what it sets off comes first (M8.3).
    """
    if not element:
        effect = take_waiting(table)
    elif table.waiting or not table.left & element:
        raise _not_to_be_resolved(table, element)
    else:
        effect = effect_of(table, element)
        if die:
            effect = _again(table, effect, die)
        table.left ^= element
    if shape is not effect.shape:
        raise _another_kind(effect)
    return effect


def take_waiting(table: Table) -> Effect:
    """M8.3: the effect that is to be done next."""
    if not table.waiting:
        raise IllegalMove("nothing-waits", "M8.3")
    effect = table.waiting[-1]
    table.waiting = table.waiting[:-1]
    return effect


def an_effect_waits(table: Table) -> IllegalMove:
    return IllegalMove("an-effect-waits", "M8.3", effect=table.waiting[-1].key)


def _again(table: Table, tile: Effect, die: int) -> Effect:
    """M5.1: a die of the own pool once more, used or not."""
    if tile.shape is not AGAIN:
        raise _another_kind(tile)
    if not table.own_pool() & die:
        raise IllegalMove("not-in-your-pool", "M5.1", element=letters(die))
    return effect_of(table, die)


def _not_to_be_resolved(table: Table, element: int) -> IllegalMove:
    """M4.1: an element that is used, or not one's own; otherwise something must be done first."""
    if table.left & element:
        return an_effect_waits(table)
    code = "already-resolved" if table.own_pool() & element else "not-in-your-pool"
    return IllegalMove(code, "M4.1", element=letters(element))


def _another_kind(effect: Effect) -> IllegalMove:
    return IllegalMove("another-kind-of-mark", effect.clause, effect=effect.key)


_DICE: Final = {1 << place: (place, faces) for place, faces in enumerate(DICE)}
