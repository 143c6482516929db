"""The rules of Marabunta for people, clause by clause: docs/rules.md in plain words, under the same numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SECTIONS: Final[Mapping[str, StrPromise]] = {
    "M1": _("What there is"),
    "M2": _("Before the first round"),
    "M3": _("A round"),
    "M4": _("Using a pool"),
    "M5": _("The eight tiles"),
    "M6": _("Writing a number"),
    "M7": _("What a hex gives"),
    "M8": _("Crates and powers"),
    "M9": _("The end"),
    "M10": _("Scoring"),
    "M11": _("How moves are written"),
}

CLAUSES: Final[Mapping[str, StrPromise]] = {
    "M1.1": _("Two players, Red and Blue. The player Blue has nothing to do with the blue region."),
    "M1.2": _(
        "Six dice, one for each region: pink (Blanket), orange (Path), yellow (Sand), green (Lawn), blue (Pond) and "
        "violet (Lavender). Each has the faces 0, 1, 2, 3, leaf and crate, every face once."
    ),
    "M1.3": _("Eight tiles, no two alike."),
    "M1.4": _(
        "A territory of hexes in six regions, with twelve cupcakes and a number of crates on it. There are two of "
        "them: Meadow, for a first game, and Delta, on which the blue region lies in several ponds."
    ),
    "M1.5": _(
        "Six leaves, one for each region, with ten circles each: two are red and two are blue from the start, six "
        "are blank."
    ),
    "M1.6": _(
        "A colony board for each player: two anthills, groups of crates with a power behind each group, and a row "
        "of cupcakes with points above its spaces. Forager is for a first game, Raider for later; both players use "
        "the same."
    ),
    "M1.7": _("The maps and colony boards on this site are our own designs, and anybody can read them as files."),
    "M2.1": _(
        "Territory and colony boards are agreed on when a game is made. The first seat is Red and the second is "
        "Blue; who sits where is chosen, or left to the lot."
    ),
    "M2.2": _(
        "The seven ordinary tiles are shuffled, with the crossed-out cupcake under them. Nobody can "
        "look ahead: each is drawn when it is turned over."
    ),
    "M2.3": _("Chance says who is the first player of the first round."),
    "M3.1": _("The next tile is turned over and the six dice are rolled: that makes seven pieces."),
    "M3.2": _(
        "The first player splits the seven pieces into two pools, as they like, but with at least one piece in each."
    ),
    "M3.3": _(
        "The other player takes one of the pools and uses it; after that the first player uses the pool that is left."
    ),
    "M3.4": _(
        "When the end has been brought about, the game is over after the round and is scored. Otherwise the other "
        "player is the first player of the next round."
    ),
    "M3.5": _(
        "An ordinary tile is gone after its round, whether it was used or not. From the eighth round on, the tile "
        "is always the crossed-out cupcake."
    ),
    "M3.6": _("Everything lies open to both, but for the order of the tiles to come and the next rolls."),
    "M4.1": _(
        "You use the pieces of your pool one at a time, in any order. A piece is done, with all that it sets off, "
        "before the next one begins."
    ),
    "M4.2": _(
        "You may leave any piece unused, with one exception: the crossed-out cupcake must be used in your turn as "
        "long as there is a free cupcake hex. If your other pieces take the last one first, you need not."
    ),
    "M4.3": _("A die that shows 1, 2 or 3 writes this number on a free hex of its own region."),
    "M4.4": _("A die that shows 0 writes a 0 on a free hex of any region."),
    "M4.5": _(
        "A leaf fills a blank circle on the leaf of the die’s region with your colour. With no blank circle left it "
        "does nothing."
    ),
    "M4.6": _("A crate crosses out one crate of your choice on your own colony board. With none left it does nothing."),
    "M5:two-crates": _(
        "Two crates: cross out two of your crates, one after the other. A power that the first one wakes is used "
        "before you choose the second."
    ),
    "M5:two-leaves": _("Two leaves: fill a blank circle on each of two different leaves."),
    "M5:one": _("One: write a 1 in any region, next to a number of yours or for an anthill."),
    "M5:two-zeros": _(
        "Two zeros: write a 0 on two hexes that touch, in any regions, the first of them next to a number of yours "
        "or for an anthill. Both, or neither."
    ),
    "M5:free-zero": _("Free zero: write a 0 on any free hex. It need not be next to anything, and costs no anthill."),
    "M5:cross-two": _("Cross two: cross out two free hexes that touch, wherever they are. Both, or neither."),
    "M5:die-again": _("Die again: use one die of your own pool once more."),
    "M5:cupcake": _(
        "Crossed-out cupcake: cross out a free cupcake hex. Your cupcake row gets nothing from it. This tile must "
        "be used, and it stays in the game."
    ),
    "M5.1": _(
        "Die again takes the face of any die of your own pool, whether you have used it, will use it or leave it "
        "unused. Without a die in your pool it does nothing."
    ),
    "M5.2": _(
        "Of marks that do not depend on each other (two crates, two leaves, two cupcakes) you make as many as there "
        "is room for. Marks that belong together (two zeros, three ones, two hexes crossed out) are all made, or "
        "none."
    ),
    "M5.3": _("The two hexes that are crossed out together may lie in different regions."),
    "M6.1": _("The hex must be free: no number on it, and not crossed out. A number stays for ever as it is."),
    "M6.2": _(
        "The hex must be next to a number of your own: it shares a side with it. Which number and in which region "
        "does not matter. A hex that is crossed out never counts."
    ),
    "M6.3": _(
        "Or you spend an anthill, and the hex may lie anywhere: of a 1, 2 or 3 still in the region of its die, of a "
        "0 wherever you like. You never have to spend one."
    ),
    "M6.4": _(
        "An anthill is spent exactly when none of the hexes was next to a number of yours before. Nobody spends one "
        "for nothing."
    ),
    "M6.5": _("With tiles and powers an anthill lets you write in any region."),
    "M6.6": _(
        "Two zeros or three ones are one choice: two hexes that touch, or three that all touch each other. One of "
        "them must be next to a number of yours, or else they cost one anthill together. First all the numbers are "
        "written; then cupcakes and crates give what they give."
    ),
    "M7.1": _(
        "A number on a cupcake hex crosses out the next space of your cupcake row, and you score the points above "
        "it at once."
    ),
    "M7.2": _("A number on a crate hex crosses out one crate of your choice on your colony board."),
    "M7.3": _(
        "You must take what a hex gives, as far as you can. When your row is full or no crate is left, it gives "
        "nothing."
    ),
    "M7.4": _("A hex that is crossed out gives nobody anything."),
    "M8.1": _(
        "With the last crate of a group its power is yours: you use it at once, and once only. Groups that are not "
        "finished cost nothing."
    ),
    "M8.2": _(
        "A power that can be used without an anthill must be used. If it could only be used for an anthill, you may "
        "do without it. If it cannot be used at all, it is lost."
    ),
    "M8.3": _("What a power sets off is finished before anything that was waiting goes on."),
    "M8:one": _("One: write a 1 in any region, next to a number of yours or for an anthill."),
    "M8:two": _("Two: write a 2 in any region, next to a number of yours or for an anthill."),
    "M8:free-zero": _("Free zero: write a 0 on any free hex. It need not be next to anything, and costs no anthill."),
    "M8:free-three": _("Free three: write a 3 on any free hex. It need not be next to anything, and costs no anthill."),
    "M8:two-cupcakes": _("Two cupcakes: cross out the next two spaces of your cupcake row, and score both."),
    "M8:points-2": _("Two points: score 2 points."),
    "M8:points-3": _("Three points: score 3 points."),
    "M8:triple-one": _(
        "Three ones: write a 1 on three hexes that all touch each other, one of them next to a number of yours or "
        "for an anthill. All three, or none."
    ),
    "M8:cross-two": _("Cross two: cross out two free hexes that touch, wherever they are. Both, or neither."),
    "M8:two-leaves": _("Two leaves: fill a blank circle on each of two different leaves."),
    "M9.1": _(
        "The end is brought about as soon as every hex of a region holds a number or is crossed out, a leaf has no "
        "blank circle left, or no cupcake hex is free any more. The ponds of Delta are one region."
    ),
    "M9.2": _("Both players finish the round; then the game is scored."),
    "M9.3": _(
        "Whoever’s piece came first to one of these ends has brought it about, even if they had to. Later ones "
        "change nothing."
    ),
    "M9.4": _("As each of the later rounds takes a cupcake, a game has nineteen rounds at most."),
    "M10.1": _("Points for cupcakes and powers are scored when they happen."),
    "M10.2": _(
        "In each region the sums of both players’ numbers are compared. The higher sum scores its own circles on "
        "the leaf, two to eight. Equal sums score for nobody, nothing against nothing included."
    ),
    "M10.3": _(
        "Most points win. If they are equal, most cupcakes; if these are equal too, whoever brought the end about. "
        "There is always a winner."
    ),
    "M10.4": _("There is no end to the score: the site simply counts on."),
    "M11": _(
        "A move is one short line. Dice are named by the letters of their regions, P O Y G B V, the tile is T. A "
        "hex has the letter of its column and its place in it from the top, such as d4. Each move has one spelling, "
        "in this order and with these signs; another one is refused, not mended."
    ),
}
