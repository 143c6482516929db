"""Why a move is refused, in words: a sentence for every code of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.contract import IllegalMove
from games.marabunta.page.picture import REGION_NAMES

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Sentence: TypeAlias = "StrPromise | str"


def sentence(refused: IllegalMove) -> str:
    """The sentence of a refusal, with its facts in the reader's language."""
    variant = f"{refused.code}/{refused.facts.get('expected')}"
    told = {name: FACTS.get(name, {}).get(str(value), value) for name, value in refused.facts.items()}
    return str((SENTENCES.get(variant) or SENTENCES[refused.code]) % told)


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
    "already-resolved": _("You’ve already used %(element)s this turn."),
    "already-written": _("%(hex)s already has a number."),
    "an-effect-waits": _("Use your bonus first: %(effect)s."),
    "another-kind-of-mark": _("This piece can’t do that. What it does: %(effect)s."),
    "another-number-of-hexes": ngettext_lazy(
        "Choose exactly %(needed)s hex.", "Choose exactly %(needed)s hexes.", "needed"
    ),
    "another-number-of-leaves": ngettext_lazy(
        "Choose exactly %(needed)s leaf.", "Choose exactly %(needed)s leaves.", "needed"
    ),
    "another-region": _("This die only works in its own region (%(region)s), and %(hex)s isn’t there."),
    "crossed-out": _("%(hex)s is crossed out."),
    "cupcake-tile-must-be-resolved": _("You must use the cupcake tile before you end your turn."),
    "empty-pool": _("Both pools need at least one piece."),
    "first-pool-has-p": _("Write the pool with the Blanket’s die, P, first."),
    "game-over": _("The game is over."),
    "in-both-pools": _("A piece can only be in one pool. In both: %(elements)s."),
    "in-neither-pool": _("Every piece must be in a pool. Missing: %(elements)s."),
    "leaf-is-full": _("This region’s leaf has no blank circle left: %(region)s."),
    "must-be-used": _("You can’t decline this, because it doesn’t need an anthill: %(effect)s."),
    "needless-anthill": _("%(hexes)s doesn’t need an anthill. Type the move without the ^ at the end."),
    "no-anthill-left": _("%(hexes)s needs an anthill, and you have none left."),
    "no-crate-left": _("Group %(group)s has no crates left to cross out."),
    "no-cupcake-hex": _("%(hex)s isn’t a cupcake hex."),
    "no-such-group": _("There’s no crate group %(group)s. The last one is %(groups)s."),
    "no-such-hex": _("There’s no hex %(hex)s on this board."),
    "not-a-move": _("“%(text)s” isn’t a move. See the rules for how to type moves."),
    "not-adjacent": _(
        "%(hexes)s needs an anthill: type ^ at the end of the move. Anthills you have left: %(anthills)s."
    ),
    "not-in-canonical-order": _("The parts of this move go in another order: “%(text)s”."),
    "not-in-your-pool": _("%(element)s isn’t in your pool."),
    "not-now/begin": _("The starting player must be drawn first."),
    "not-now/choose": _("First pick one of the two pools."),
    "not-now/resolve": _("The pools are already split. Now the pieces are used."),
    "not-now/roll": _("The dice must be rolled first."),
    "not-now/split": _("First split the pieces into two pools."),
    "not-touching": _("These hexes don’t all touch each other: %(hexes)s."),
    "nothing-waits": _("You have no bonus to use. Say which piece you’re using."),
    "tile-not-to-come": _("This tile can’t come now: %(tile)s."),
}
