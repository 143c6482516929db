"""The rules of Marabunta for people, clause by clause: docs/rules.md in plain words, under the same numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SECTIONS: Final[Mapping[str, StrPromise]] = {
    "M1": _("What is in the box"),
    "M2": _("Setting up"),
    "M3": _("A round"),
    "M4": _("Using your pool"),
    "M5": _("The eight tiles"),
    "M6": _("Writing a number"),
    "M7": _("What a hex gives you"),
    "M8": _("Crates and powers"),
    "M9": _("The end"),
    "M10": _("Scoring"),
    "M11": _("How moves are written"),
}

# Ours, where the four published rulebooks leave something open or disagree.
RULINGS: Final = frozenset({"M3.6", "M5.1", "M5.2", "M5.3", "M6.4", "M6.6", "M7.3", "M8.2", "M8.3", "M9.1", "M9.3"})

CLAUSES: Final[Mapping[str, StrPromise]] = {
    "M1.1": _("Two players, Red and Blue. The player Blue has nothing to do with the blue region."),
    "M1.2": _(
        "Six dice, one for each region: pink (Blanket), orange (Path), yellow (Sand), green (Lawn), blue (Pond) and "
        "violet (Lavender). Each die has six faces: 0, 1, 2, 3, leaf and crate."
    ),
    "M1.3": _("Eight tiles, no two alike."),
    "M1.4": _(
        "A territory: a map of hexes in six regions. Twelve hexes hold a cupcake, and some hold a crate. Both players "
        "write on the same map. There are two maps: Glade, for a first game, and Marsh, where the blue region lies in "
        "several ponds. Games that began on the first two, Meadow and Delta, go on."
    ),
    "M1.5": _(
        "Six score leaves, one for each region. A leaf has ten circles: two are printed red, two are printed blue, "
        "and six are blank."
    ),
    "M1.6": _(
        "A colony board for each player: two anthills, groups of crates with one power behind each group, and a row "
        "of cupcakes with points above its spaces. Both players use the same side of it: Harvester for a first game, "
        "Weaver for later."
    ),
    "M1.7": _(
        "The maps and colony boards on this site are our own designs. They are plain files that anyone can read."
    ),
    "M2.1": _(
        "You agree on a territory and a colony side when you create the game. Seat one is Red and seat two is Blue; "
        "you choose your seat or leave it to chance."
    ),
    "M2.2": _(
        "The seven ordinary tiles are shuffled, and the crossed-out cupcake goes underneath. No one can look ahead: "
        "each tile is drawn only when it is turned over."
    ),
    "M2.3": _("Chance decides who is first player in round one."),
    "M3.1": _("Turn over the next tile and roll the six dice. That makes seven pieces."),
    "M3.2": _(
        "The first player splits the seven pieces into two pools. Any split is allowed, as long as each pool has at "
        "least one piece."
    ),
    "M3.3": _("The other player takes one pool and uses its pieces. Then the first player uses the pool that is left."),
    "M3.4": _(
        "If the end has been triggered, the game is over and is scored. If not, the other player is first player in "
        "the next round."
    ),
    "M3.5": _(
        "An ordinary tile leaves the game after its round, used or not. From round eight on, the tile is always the "
        "crossed-out cupcake."
    ),
    "M3.6": _("Both players can see everything, except which tiles come next and what the next roll will be."),
    "M4.1": _(
        "Use the pieces of your pool one at a time, in any order. Finish a piece, and everything it sets off, before "
        "you start the next."
    ),
    "M4.2": _(
        "You may skip any piece, with one exception: you must use the crossed-out cupcake at some point in your turn "
        "while a cupcake hex is free. If your other pieces take the last cupcake hex first, you no longer have to."
    ),
    "M4.3": _("1, 2 or 3: write that number in a free hex of the die’s own region."),
    "M4.4": _("0: write a 0 in a free hex of any region."),
    "M4.5": _(
        "Leaf: fill a blank circle with your colour on the leaf of the die’s region. If no circle is blank, nothing "
        "happens."
    ),
    "M4.6": _("Crate: cross out any one crate on your own colony board. If none is left, nothing happens."),
    "M5:two-crates": _(
        "Two crates: cross out two of your crates, one after the other. If the first one unlocks a power, use it "
        "before you choose the second crate."
    ),
    "M5:two-leaves": _("Two leaves: fill a blank circle on each of two different leaves."),
    "M5:one": _("Write a 1: in any region, next to a number of yours or by spending an anthill."),
    "M5:two-zeros": _(
        "Two 0s: write them in two hexes that touch, in any regions. One of the two must be next to a number of "
        "yours, or you spend an anthill. You write both or neither."
    ),
    "M5:free-zero": _("Free 0: write a 0 in any free hex. It need not be next to anything and costs no anthill."),
    "M5:cross-two": _("Cross out two: cross out two free hexes that touch, anywhere. You cross out both or neither."),
    "M5:die-again": _("Die again: use one die of your own pool once more."),
    "M5:cupcake": _(
        "Crossed-out cupcake: cross out a free cupcake hex. Your own cupcake row gets nothing. You must use this "
        "tile, and it comes back every round."
    ),
    "M5.1": _(
        "With “Die again” you may pick any die of your own pool: one you have used, one you will still use, or one "
        "you skip. If your pool has no die, the tile does nothing."
    ),
    "M5.2": _(
        "Two crates, two leaves and two cupcakes: if only one is possible, do that one. Two 0s, three 1s and crossing "
        "out two hexes: do all of them or none."
    ),
    "M5.3": _("The two hexes you cross out may lie in two different regions."),
    "M6.1": _(
        "A hex is free if it has no number and is not crossed out. You can only write in a free hex. A number is "
        "never changed or erased."
    ),
    "M6.2": _(
        "The hex must be next to one of your own numbers, that is, share a side with it. Any number of yours will do, "
        "in any region. A crossed-out hex does not count."
    ),
    "M6.3": _(
        "Or spend an anthill and write away from your numbers. A 1, 2 or 3 from a die still has to stay in the die’s "
        "region; a 0 may go anywhere. You never have to spend an anthill."
    ),
    "M6.4": _(
        "Writing costs an anthill only when the hex is not next to a number of yours. If you write two or three "
        "numbers at once, it costs one only when none of those hexes was next to a number of yours before."
    ),
    "M6.5": _("With a tile or a power, an anthill lets you write in any region."),
    "M6.6": _(
        "You choose the hexes for two 0s or three 1s together: two that touch, or three that all touch each other. "
        "One of them must be next to a number of yours; otherwise you spend one anthill for all of them. Write all "
        "the numbers first. Then take your cupcakes, and then your crates one by one."
    ),
    "M7.1": _(
        "When you write in a cupcake hex, cross out the next space of your cupcake row, from the left, and score the "
        "points above it at once."
    ),
    "M7.2": _("When you write in a crate hex, cross out any one crate on your colony board."),
    "M7.3": _(
        "You must take what a hex gives you, if you can. If your row is full or you have no crate left, you get "
        "nothing."
    ),
    "M7.4": _("A crossed-out hex gives nothing to anyone."),
    "M8.1": _(
        "When you cross out the last crate of a group, you get the power of that group. Use it right away; you get it "
        "once. There is no penalty for groups you do not finish."
    ),
    "M8.2": _(
        "If you can use a power without spending an anthill, you must. If you could only use it by spending an "
        "anthill, you may decline it. If you cannot use it at all, it is lost."
    ),
    "M8.3": _("If a power sets off something else, finish all of that first. Then go back to what was waiting."),
    "M8:one": _("Write a 1: in any region, next to a number of yours or by spending an anthill."),
    "M8:two": _("Write a 2: in any region, next to a number of yours or by spending an anthill."),
    "M8:free-zero": _("Free 0: write a 0 in any free hex. It need not be next to anything and costs no anthill."),
    "M8:free-three": _("Free 3: write a 3 in any free hex. It need not be next to anything and costs no anthill."),
    "M8:two-cupcakes": _("Two cupcakes: cross out the next two spaces of your cupcake row and score both."),
    "M8:points-2": _("2 points: score 2 points."),
    "M8:points-3": _("3 points: score 3 points."),
    "M8:triple-one": _(
        "Three 1s: write them in three hexes that all touch each other. One of the three must be next to a number of "
        "yours, or you spend one anthill. You write all three or none."
    ),
    "M8:cross-two": _("Cross out two: cross out two free hexes that touch, anywhere. You cross out both or neither."),
    "M8:two-leaves": _("Two leaves: fill a blank circle on each of two different leaves."),
    "M9.1": _(
        "Three things trigger the end: a region has no free hex left, a leaf has no blank circle left, or no cupcake "
        "hex is free. A crossed-out hex counts as used up, and a region that lies in several pieces is still one "
        "region."
    ),
    "M9.2": _("Both players finish the round. Then the game is scored."),
    "M9.3": _(
        "The player whose piece does it first has triggered the end, even if they had to use that piece. Nothing "
        "that happens later changes this. If one piece fulfils two conditions at once, both are named."
    ),
    "M9.4": _(
        "From round eight on, every round uses up a cupcake hex. So a game lasts seven rounds plus one for each "
        "cupcake hex at most: nineteen on our maps."
    ),
    "M10.1": _("You score points from cupcakes and powers as soon as you get them."),
    "M10.2": _(
        "At the end, add up your numbers in each region. The player with the higher sum scores one point for each "
        "circle of their colour on that region’s leaf: two to eight points. If the sums are equal, even 0 to 0, "
        "no one scores there."
    ),
    "M10.3": _(
        "The most points win. If points are tied, the player with more cupcake spaces crossed out wins. If those "
        "are tied too, the player who triggered the end wins. There is always a winner."
    ),
    "M10.4": _("The printed score track starts again after 25. On this site the score simply keeps counting."),
    "M11": _(
        "A move is one short line of text. A die goes by the letter of its region, P O Y G B V; the tile is T. A hex "
        "goes by the letter of its column and its place in that column from the top, such as d4. Every move has "
        "exactly one spelling, with these signs in this order; any other spelling is refused, not corrected."
    ),
}
