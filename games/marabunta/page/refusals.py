"""Why a move is refused, in words: a sentence for every code of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import gettext_lazy as _

from games.contract import IllegalMove
from games.marabunta.page.picture import REGION_NAMES

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Sentence: TypeAlias = "StrPromise | str"


def sentence(refused: IllegalMove) -> str:
    """The sentence of a refusal, with its facts in the reader's language."""
    variant = f"{refused.code}/{refused.facts.get('expected')}"
    told = {name: str(FACTS.get(name, {}).get(str(value), value)) for name, value in refused.facts.items()}
    return str(SENTENCES.get(variant) or SENTENCES[refused.code]) % told


FACTS: Mapping[str, Mapping[str, Sentence]] = {
    "region": REGION_NAMES,
    "effect": {
        "crate": _("a crate"),
        "cross-two": _("cross out two hexes"),
        "cupcake": _("cross out a cupcake hex"),
        "die-again": _("a die again"),
        "free-three": _("a free 3"),
        "free-zero": _("a free 0"),
        "one": _("a 1"),
        "triple-one": _("three 1s"),
        "two": _("a 2"),
        "two-crates": _("two crates"),
        "two-leaves": _("two leaves"),
        "two-zeros": _("two 0s"),
    },
}

SENTENCES: Mapping[str, Sentence] = {
    "already-resolved": _("You have used %(element)s already in this turn."),
    "already-written": _("There is a number on %(hex)s already."),
    "an-effect-waits": _("Something that you set off comes first: %(effect)s."),
    "another-kind-of-mark": _("That is not what this piece does. What it does: %(effect)s."),
    "another-number-of-hexes": _("Another number of hexes is to be named here: %(needed)s."),
    "another-number-of-leaves": _("Another number of leaves is to be named here: %(needed)s."),
    "another-region": _("%(hex)s is not in the region of this die: %(region)s."),
    "crossed-out": _("%(hex)s is crossed out."),
    "cupcake-tile-must-be-resolved": _("The cupcake tile must be used before the turn can end."),
    "empty-pool": _("Neither of the two pools may be empty."),
    "first-pool-has-p": _("The pool with the die of the Blanket, P, is written first."),
    "game-over": _("The game is over."),
    "in-both-pools": _("A piece can only lie in one pool. In both: %(elements)s."),
    "in-neither-pool": _("Every piece must lie in a pool. In neither: %(elements)s."),
    "leaf-is-full": _("There is no blank circle left on the leaf of this region: %(region)s."),
    "must-be-used": _("This can be used without an anthill, so it cannot be declined: %(effect)s."),
    "needless-anthill": _("%(hexes)s needs no anthill, so the move is written without the ^ at its end."),
    "no-anthill-left": _("You have no anthill left to begin anew on %(hexes)s."),
    "no-crate-left": _("Group %(group)s has no crate left to cross out."),
    "no-cupcake-hex": _("%(hex)s is no cupcake hex."),
    "no-such-group": _("There is no group of crates number %(group)s; the last one is number %(groups)s."),
    "no-such-hex": _("There is no hex called %(hex)s on this board."),
    "not-a-move": _("This is no move: “%(text)s”. The rules tell how moves are written."),
    "not-adjacent": _(
        "%(hexes)s is not next to a number of yours. Beginning there costs an anthill, "
        "written as ^ at the end; anthills that you have: %(anthills)s."
    ),
    "not-in-canonical-order": _("The parts of this move are written in another order: “%(text)s”."),
    "not-in-your-pool": _("%(element)s is not in your pool."),
    "not-now/begin": _("First chance must say who begins."),
    "not-now/choose": _("Now is the time to take one of the two pools."),
    "not-now/resolve": _("Now is the time to use the pieces of the pools."),
    "not-now/roll": _("First chance must roll the dice."),
    "not-now/split": _("Now is the time to split the pieces into two pools."),
    "not-touching": _("These hexes do not all touch each other: %(hexes)s."),
    "nothing-waits": _("Nothing waits for such a choice: name the piece that you use."),
    "tile-not-to-come": _("This tile cannot come now: %(tile)s."),
}
