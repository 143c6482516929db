"""The words of Marabunta's sentences: places as their sentences need them, faces, tiles and powers."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from games.marabunta.rules.effects import FACES

SIDES: Final = (_("Red"), _("Blue"))

REGIONS: Final = {
    "pink": _("Blanket"),
    "orange": _("Path"),
    "yellow": _("Sand"),
    "green": _("Lawn"),
    "blue": _("Pond"),
    "violet": _("Lavender"),
}
WHERE: Final = {
    "pink": _("in the Blanket"),
    "orange": _("in the Path"),
    "yellow": _("in the Sand"),
    "green": _("in the Lawn"),
    "blue": _("in the Pond"),
    "violet": _("in the Lavender"),
}
ON_LEAF: Final = {
    "pink": _("on the Blanket’s leaf"),
    "orange": _("on the Path’s leaf"),
    "yellow": _("on the Sand’s leaf"),
    "green": _("on the Lawn’s leaf"),
    "blue": _("on the Pond’s leaf"),
    "violet": _("on the Lavender’s leaf"),
}
FULL: Final = {
    "pink": _("This fills the Blanket: last round."),
    "orange": _("This fills the Path: last round."),
    "yellow": _("This fills the Sand: last round."),
    "green": _("This fills the Lawn: last round."),
    "blue": _("This fills the Pond: last round."),
    "violet": _("This fills the Lavender: last round."),
}
FULL_LEAF: Final = {
    "pink": _("This fills the Blanket’s leaf: last round."),
    "orange": _("This fills the Path’s leaf: last round."),
    "yellow": _("This fills the Sand’s leaf: last round."),
    "green": _("This fills the Lawn’s leaf: last round."),
    "blue": _("This fills the Pond’s leaf: last round."),
    "violet": _("This fills the Lavender’s leaf: last round."),
}

DIE_FACES: Final = {face: face for face in FACES} | {
    "F": pgettext_lazy("face of a die", "leaf"),
    "C": pgettext_lazy("face of a die", "crate"),
}
EFFECTS: Final = {  # tiles, powers, and the crate of a crate hex
    "crate": _("a crate"),
    "cross-two": _("cross out two hexes"),
    "cupcake": _("cross out a cupcake hex"),
    "die-again": _("die again"),
    "free-three": _("a free 3"),
    "free-zero": _("a free 0"),
    "one": _("a 1"),
    "points-2": _("two points"),
    "points-3": _("three points"),
    "triple-one": _("three 1s"),
    "two": _("a 2"),
    "two-crates": _("two crates"),
    "two-cupcakes": _("two cupcakes"),
    "two-leaves": _("two leaves"),
    "two-zeros": _("two 0s"),
}

WRITES: Final = {  # by the treasure on the hex, and whether it took an anthill
    ("nothing", False): _("%(side)s writes a %(number)s on %(hex)s %(where)s."),
    ("nothing", True): _("%(side)s spends an anthill and writes a %(number)s on %(hex)s %(where)s."),
    ("crate", False): _("%(side)s writes a %(number)s on %(hex)s %(where)s and reaches a crate."),
    ("crate", True): _("%(side)s spends an anthill, writes a %(number)s on %(hex)s %(where)s and reaches a crate."),
    ("cupcake", False): _("%(side)s writes a %(number)s on %(hex)s %(where)s and eats a cupcake."),
    ("cupcake", True): _("%(side)s spends an anthill, writes a %(number)s on %(hex)s %(where)s and eats a cupcake."),
    ("points", False): ngettext_lazy(
        "%(side)s writes a %(number)s on %(hex)s %(where)s and eats a cupcake for %(points)s point.",
        "%(side)s writes a %(number)s on %(hex)s %(where)s and eats a cupcake for %(points)s points.",
        "points",
    ),
    ("points", True): ngettext_lazy(
        "%(side)s spends an anthill, writes a %(number)s on %(hex)s %(where)s and eats a cupcake for %(points)s point.",
        "%(side)s spends an anthill, writes a %(number)s on %(hex)s %(where)s and eats a cupcake "
        "for %(points)s points.",
        "points",
    ),
}
SETS: Final = {  # by how many hexes, and whether it took an anthill
    (2, False): _("%(side)s writes two 0s, on %(hexes)s."),
    (2, True): _("%(side)s spends an anthill and writes two 0s, on %(hexes)s."),
    (3, False): _("%(side)s writes three 1s, on %(hexes)s."),
    (3, True): _("%(side)s spends an anthill and writes three 1s, on %(hexes)s."),
}
