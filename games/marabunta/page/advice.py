"""Why a move is a good one, in words; and the way to it on the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.contract import Seat
from games.contract.bots import Reason
from games.marabunta.page.names import EFFECT_NAMES
from games.marabunta.page.phrases import ON_LEAF, WHERE
from games.marabunta.page.story import name_piece
from games.marabunta.rules import State
from games.marabunta.rules.state import ELEMENTS

_Facts: TypeAlias = Mapping[str, Any]

SENTENCES: Final = {
    "even-split": _("The other player can make about as much of either pool."),
    "split": _("Each pool holds something for you: %(one)s in the one, %(two)s in the other."),
    "split/one": _("What counts most for you is %(best)s; the other pool brings you nothing at once."),
    "split/none": _("No piece brings you anything right away, whichever pool you get."),
    "better-pool": _("You can make more of the marked pool than of the other."),
    "keeps-away": _("The marked pool brings you no more than the other, but it would bring the other player more."),
    "lesser-pool": _("You can make more of the other pool. The marked one is a bet on what follows."),
    "even-choice": _("You can make about as much of either pool. Take the marked one, or the other."),
    "triggers-end": _(
        "It makes this round the last. If the game ended now, you would have %(mine)s points, the other player "
        "%(theirs)s."
    ),
    "eats": ngettext_lazy(
        "You eat a cupcake for %(points)s point.", "You eat a cupcake for %(points)s points.", "points"
    ),
    "eats/first": ngettext_lazy(
        "You eat a cupcake. It scores nothing, but the next one scores %(next)s point.",
        "You eat a cupcake. It scores nothing, but the next one scores %(next)s points.",
        "next",
    ),
    "takes-lead": _("It puts you ahead %(where)s: %(mine)s to %(theirs)s."),
    "draws-level": _("It draws you level %(where)s: %(mine)s to %(theirs)s."),
    "extends-lead": _("You stay ahead %(where)s, now by %(mine)s to %(theirs)s."),
    "catches-up": _("You come closer %(where)s: %(mine)s to %(theirs)s."),
    "opens-crate": _("It reaches a crate, a step towards a power."),
    "opens-crate/powers": _("It reaches a crate. One crate is all that is missing for: %(powers)s."),
    "opens-crate/late": _("It reaches a crate, though this round is the last."),
    "reaches": _("It brings you next to free hexes of a region that is new to you."),
    "reaches/cupcakes": _("It brings you next to a cupcake: %(cupcakes)s."),
    "writes": _("It changes no sum, and costs no anthill."),
    "writes/anthill": _("It changes no sum. For an anthill, you start in a new place."),
    "fills-own-leaf": _("You lead there: the circle %(leaf)s is a point for you if you stay ahead."),
    "fills-own-leaf/final": _("You lead there, and no one can change that any more: the circle %(leaf)s is a point."),
    "fills-own-leaf/two": _(
        "You lead in both regions: the circles %(leaf)s and %(second)s are a point each if you stay ahead."
    ),
    "fills-open-leaf": _("No one leads there yet: the circle %(leaf)s is a point for you if you do in the end."),
    "fills-open-leaf/two": _("The circles %(leaf)s and %(second)s are a point each where you lead in the end."),
    "fills-their-leaf": _("The other player leads there: a circle of yours %(leaf)s is one that they can’t fill."),
    "fills-their-leaf/final": _("The circle %(leaf)s is a point for you only if you still overtake the other player."),
    "fills-their-leaf/two": _("The circles %(leaf)s and %(second)s are a point each where you lead in the end."),
    "unlocks": _("It is the last crate of its group, and sets off its power: %(power)s."),
    "unlocks/lost": _("It is the last crate of its group, but its power can’t be used now: %(power)s."),
    "crosses-crate": _("It brings a power nearer: %(power)s, with %(crossed)s of %(crates)s crates done."),
    "crosses-crate/late": _(
        "It crosses out a crate for %(power)s, %(crossed)s of %(crates)s, though this round is the last."
    ),
    "must-cross-cupcake": _("A cupcake hex must be crossed out."),
    "must-cross-cupcake/theirs": _(
        "A cupcake hex must be crossed out. This one is next to a number of the other player, and none of yours."
    ),
    "must-cross-cupcake/nobodys": _("A cupcake hex must be crossed out. No number is next to this one yet."),
    "crosses-out": _("It takes two hexes out of the game."),
    "crosses-out/theirs": _(
        "It takes two hexes out of the game: %(theirs)s next to the other player’s numbers, %(mine)s next to yours."
    ),
    "declines": _("It saves you an anthill. This power could only be used by spending one: %(power)s."),
    "ends-turn": _("You’ve used all your pieces."),
    "ends-turn/none": _("Nothing you have left can be used."),
    "ends-turn/worse": _("Nothing you have left would improve your position."),
    "ends-turn/some": _("You may leave the rest unused."),
    "wins": _("The game ends with it, and you win."),
    "loses": _("The game ends with it, and you lose."),
}


def advise(state: State, reason: Reason) -> str:
    """The sentence behind a reason of ``bots.explain``."""
    sentence: Any = SENTENCES[sentence_of(reason)]
    return str(sentence % _told(state, reason.facts))


def sentence_of(reason: Reason) -> str:
    """The key in SENTENCES: the code, or one of its variants."""
    variant = _VARIANTS[reason.code](reason.facts) if reason.code in _VARIANTS else ""
    return f"{reason.code}/{variant}" if variant else reason.code


def way_to(state: State, move: str) -> dict[str, str]:
    """The choices of a player who is about to make this move: all but the last press."""
    if move.startswith("split "):
        return {"second": move.partition("/")[2]}
    if move.startswith("take ") or move in {"decline", "end"}:
        return {}
    length = 0 if state.waiting else 3 if move[1] == "=" else 1
    source, act, rest = move[:length], move[length], move[length + 1 :].removesuffix("^")
    marks = list(rest) if act == "*" else rest.split(",")
    picked = {"piece": source, "with": ",".join(marks[:-1]), "anthill": "1" if move.endswith("^") else ""}
    return {name: value for name, value in picked.items() if value}


def _told(state: State, facts: _Facts) -> dict[str, Any]:
    """The facts of a reason, those that are words in the reader's language."""
    told = dict(facts)
    if "bests" in facts:
        told["one"], told["two"] = (_piece(state, best) for best in facts["bests"])
        told["best"] = told["one"] or told["two"]
    if "causes" in facts:
        told["mine"], told["theirs"] = facts["points"] if state.actor is Seat.ONE else reversed(facts["points"])
    if "region" in facts:
        told["where"] = WHERE[facts["region"]]
        told["mine"], told["theirs"] = facts["after"]
    if "cupcakes_reached" in facts:
        told["cupcakes"] = ", ".join(facts["cupcakes_reached"])
    if "leaves" in facts:
        told["leaf"], told["second"] = (ON_LEAF[facts["leaves"][place]] for place in (0, -1))
    if "power" in facts:
        told["power"] = EFFECT_NAMES[facts["power"]]
    if "powers" in facts:
        told["powers"] = ", ".join(str(EFFECT_NAMES[power]) for power in facts["powers"])
    return told


def _piece(state: State, letter: str) -> str:
    return name_piece(state, 1 << ELEMENTS.index(letter)) if letter else ""


def _of_leaves(facts: _Facts) -> str:
    if len(facts["leaves"]) > 1:
        return "two"
    return "final" if facts["final"] else ""


_VARIANTS: Final[Mapping[str, Callable[[_Facts], str]]] = {
    "split": lambda facts: ("none", "one", "")[sum(map(bool, facts["bests"]))],
    "eats": lambda facts: "first" if facts["next"] and not facts["points"] else "",
    "opens-crate": lambda facts: "powers" if facts["powers"] else "late" if facts["late"] else "",
    "reaches": lambda facts: "cupcakes" if facts["cupcakes_reached"] else "",
    "writes": lambda facts: "anthill" if facts["anthill"] else "",
    "fills-own-leaf": _of_leaves,
    "fills-open-leaf": lambda facts: "two" if len(facts["leaves"]) > 1 else "",
    "fills-their-leaf": _of_leaves,
    "unlocks": lambda facts: "lost" if facts["lost"] else "",
    "crosses-crate": lambda facts: "late" if facts["late"] else "",
    "must-cross-cupcake": lambda facts: "" if facts["mine"] else "theirs" if facts["theirs"] else "nobodys",
    "crosses-out": lambda facts: "theirs" if facts["theirs"] > facts["mine"] else "",
    "ends-turn": lambda facts: facts["others"] if facts["unused"] else "",
}
