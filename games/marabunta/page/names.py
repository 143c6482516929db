"""The names of regions, faces of dice, tiles and powers for people, and the effect of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.marabunta.page.picture import REGION_NAMES
from games.marabunta.rules.board import LETTERS, REGIONS
from games.marabunta.rules.effects import CRATE, DICE, FILL, WRITE, Effect

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Words: TypeAlias = "Mapping[str, StrPromise]"

DIE_NAMES: Words = {
    "P": gettext_lazy("Pink die"),
    "O": gettext_lazy("Orange die"),
    "Y": gettext_lazy("Yellow die"),
    "G": gettext_lazy("Green die"),
    "B": gettext_lazy("Blue die"),
    "V": gettext_lazy("Violet die"),
}

FACE_NAMES: Words = {"F": gettext_lazy("leaf"), "C": gettext_lazy("crate")}

# Tiles and powers, and the crate that a hex or a tile asks for.
EFFECT_NAMES: Words = {
    "crate": gettext_lazy("A crate"),
    "cross-two": gettext_lazy("Cross out two"),
    "cupcake": gettext_lazy("Crossed-out cupcake"),
    "die-again": gettext_lazy("Die again"),
    "free-three": gettext_lazy("Free 3"),
    "free-zero": gettext_lazy("Free 0"),
    "one": gettext_lazy("Write a 1"),
    "points-2": gettext_lazy("2 points"),
    "points-3": gettext_lazy("3 points"),
    "triple-one": gettext_lazy("Three 1s"),
    "two": gettext_lazy("Write a 2"),
    "two-crates": gettext_lazy("Two crates"),
    "two-cupcakes": gettext_lazy("Two cupcakes"),
    "two-leaves": gettext_lazy("Two leaves"),
    "two-zeros": gettext_lazy("Two 0s"),
}

_EFFECTS: Words = {
    "crate": gettext_lazy("Cross out a crate of your colony."),
    "cross-two": gettext_lazy("Cross out two touching free hexes, anywhere."),
    "cupcake": gettext_lazy("Cross out a free cupcake hex. You must do this while there is one."),
    "die-again": gettext_lazy("Use one die from your pool again."),
    "free-three": gettext_lazy("Write a 3 in any free hex. It needn’t touch your numbers."),
    "free-zero": gettext_lazy("Write a 0 in any free hex. It needn’t touch your numbers."),
    "one": gettext_lazy("Write a 1 in any region, next to one of your numbers or using an anthill."),
    "points-2": gettext_lazy("Score 2 points."),
    "points-3": gettext_lazy("Score 3 points."),
    "triple-one": gettext_lazy(
        "Write 1s in three hexes that all touch each other. One must touch one of your numbers, or use an anthill."
    ),
    "two": gettext_lazy("Write a 2 in any region, next to one of your numbers or using an anthill."),
    "two-crates": gettext_lazy("Cross out two crates of your colony, one after the other."),
    "two-cupcakes": gettext_lazy(
        "Eat two cupcakes: cross out the next two spaces in your row and score the points above them."
    ),
    "two-leaves": gettext_lazy("Fill a circle on two different leaves."),
    "two-zeros": gettext_lazy("Write 0s in two touching hexes. One must touch one of your numbers, or use an anthill."),
}


def place(letter: str) -> str:
    """The name of a region, by the letter of its die."""
    return str(REGION_NAMES[REGIONS[LETTERS.index(letter)]])


def effect_name(effect: Effect) -> str:
    if not _is_die(effect):
        return str(EFFECT_NAMES[effect.key])
    letter, face = effect.key[0], effect.key[1]
    return _("%(place)s: %(face)s") % {"place": place(letter), "face": FACE_NAMES.get(face, face)}


def effect_in_words(effect: Effect) -> str:
    """The effect in one sentence."""
    if not _is_die(effect):
        return str(_EFFECTS[effect.key])
    facts = {"place": place(effect.key[0]), "number": effect.number}
    if effect.shape is FILL:
        return _("Fill a blank circle on this region’s leaf: %(place)s.") % facts
    if effect.shape is CRATE:
        return str(_EFFECTS["crate"])
    if effect.region is None:
        return _("Write a 0 next to one of your numbers, in any region.")
    assert effect.shape is WRITE
    return _("Write a %(number)s next to one of your numbers, in this region: %(place)s.") % facts


def _is_die(effect: Effect) -> bool:
    return effect in DICE[LETTERS.index(effect.key[0])].values() if effect.key[0] in LETTERS else False
