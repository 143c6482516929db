"""Which effect a move resolves: of an element (M4.1), of a die once more (M5.1), or one that waits (M8.3)."""

from __future__ import annotations

from typing import Final

from games.contract import IllegalMove
from games.marabunta.rules.effects import AGAIN, DICE, TILES, Effect, Shape
from games.marabunta.rules.open_state import OpenState
from games.marabunta.rules.state import TILE, letters


def effect_of(opened: OpenState, element: int) -> Effect:
    """The effect of the tile, or of the face of a die."""
    if element == TILE:
        return TILES[opened.tile]
    place, faces = _DICE[element]
    return faces[opened.faces[place]]


def take_effect(opened: OpenState, element: int, die: int, shape: Shape) -> Effect:
    """The effect that such a mark is made for; it is resolved with that. Raises IllegalMove.

    One element at a time; what it sets off comes first (M8.3).
    """
    if not element:
        effect = take_waiting(opened)
    elif opened.waiting or not opened.left & element:
        raise _not_to_be_resolved(opened, element)
    else:
        effect = effect_of(opened, element)
        if die:
            effect = _again(opened, effect, die)
        opened.left ^= element
    if shape is not effect.shape:
        raise _another_kind(effect)
    return effect


def take_waiting(opened: OpenState) -> Effect:
    """M8.3: the effect that is to be done next."""
    if not opened.waiting:
        raise IllegalMove("nothing-waits", "M8.3")
    effect = opened.waiting[-1]
    opened.waiting = opened.waiting[:-1]
    return effect


def an_effect_waits(opened: OpenState) -> IllegalMove:
    return IllegalMove("an-effect-waits", "M8.3", effect=opened.waiting[-1].key)


def _again(opened: OpenState, tile: Effect, die: int) -> Effect:
    """M5.1: a die of the own pool once more, used or not."""
    if tile.shape is not AGAIN:
        raise _another_kind(tile)
    if not opened.own_pool() & die:
        raise IllegalMove("not-in-your-pool", "M5.1", element=letters(die))
    return effect_of(opened, die)


def _not_to_be_resolved(opened: OpenState, element: int) -> IllegalMove:
    """M4.1: an element that is used, or not one's own; otherwise something must be done first."""
    if opened.left & element:
        return an_effect_waits(opened)
    code = "already-resolved" if opened.own_pool() & element else "not-in-your-pool"
    return IllegalMove(code, "M4.1", element=letters(element))


def _another_kind(effect: Effect) -> IllegalMove:
    return IllegalMove("another-kind-of-mark", effect.clause, effect=effect.key)


_DICE: Final = {1 << place: (place, faces) for place, faces in enumerate(DICE)}
