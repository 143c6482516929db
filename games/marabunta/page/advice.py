"""Why a move is a good one, in words; and the way to it on the page."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.contract import Seat
from games.contract.bots import Reason
from games.marabunta.page.names import EFFECT_NAMES
from games.marabunta.page.phrases import ON_LEAF, WHERE
from games.marabunta.page.story import name_piece
from games.marabunta.rules import State
from games.marabunta.rules.state import ELEMENTS

SENTENCES: Final = {
    "even-split": _("Whichever pool the other takes, they gain about the same. The best of your likely one: %(best)s."),
    "tempting-split": _("The other will want one pool, and what that leaves is worth more to you: above all %(best)s."),
    "split": _("Of all splits this leaves you most. The best of what you would get: %(best)s."),
    "better-pool": _("It is worth more to you than the other one. The best of it: %(best)s."),
    "keeps-away": _("The other one is worth a little more to you, but this one would help the other player far more."),
    "lesser-pool": _("By itself it is worth a little less, but you stand better when both pools are played."),
    "triggers-end": _("It makes this round the last. As it stands you have %(mine)s points, the other %(theirs)s."),
    "eats": ngettext_lazy(
        "You eat a cupcake for %(points)s point.", "You eat a cupcake for %(points)s points.", "points"
    ),
    "eats/first": _("You eat a cupcake: it is worth nothing yet, but those to come are."),
    "takes-lead": _("It puts you ahead %(where)s: %(mine)s to %(theirs)s."),
    "draws-level": _("It draws you level %(where)s: %(mine)s to %(theirs)s."),
    "extends-lead": _("You stay ahead %(where)s, now by %(mine)s to %(theirs)s."),
    "catches-up": _("You come closer %(where)s: %(mine)s to %(theirs)s."),
    "opens-crate": _("It reaches a crate: one more step to a power."),
    "reaches": _("It opens the way to hexes that were out of your reach."),
    "reaches/cupcakes": _("It brings you next to a cupcake, on %(cupcakes)s."),
    "writes": _("No region changes hands, and it costs you nothing."),
    "writes/anthill": _("A new place to go on from, for an anthill."),
    "fills-own-leaf": _("You lead there, so a circle %(leaves)s is a point for you."),
    "fills-open-leaf": _("Nobody leads there yet: a circle %(leaves)s is a point for you, if you do in the end."),
    "fills-their-leaf": _("The other leads there: a circle of yours %(leaves)s is one less for them."),
    "unlocks": _("It is the last crate of its group, and sets off its power: %(power)s."),
    "crosses-crate": _("It brings a power nearer: %(power)s, with %(crossed)s of %(crates)s crates done."),
    "must-cross-cupcake": _("It must be done; here it takes least from you."),
    "crosses-out": _("It takes away hexes that the other can reach sooner than you."),
    "declines": _("It would cost an anthill, and you need that more: %(power)s can be done without."),
    "ends-turn": _("You have used all that is of use to you."),
    "ends-turn/unused": _("What is left would rather harm than help you."),
    "wins": _("The game ends with it, and you win."),
    "loses": _("The game ends with it. It is lost, but nothing that is left would change that."),
}
_VARIANTS: Final = {
    "reaches": ("cupcakes", "cupcakes_reached"),
    "writes": ("anthill", "anthill"),
    "ends-turn": ("unused", "unused"),
}


def advise(state: State, reason: Reason) -> str:
    """The sentence behind a reason of ``bots.explain``."""
    variant, fact = _VARIANTS.get(reason.code, ("", ""))
    code = f"{reason.code}/{variant}" if reason.facts.get(fact) else reason.code
    if code == "eats" and not reason.facts["points"]:
        code = "eats/first"
    sentence: Any = SENTENCES[code]
    return str(sentence % _told(state, reason.facts))


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


def _told(state: State, facts: Any) -> dict[str, Any]:
    """The facts of a reason, those that are words in the reader's language."""
    told = dict(facts)
    if "best" in facts:
        told["best"] = name_piece(state, 1 << ELEMENTS.index(facts["best"]))
    if "causes" in facts:
        told["mine"], told["theirs"] = facts["points"] if state.actor is Seat.ONE else reversed(facts["points"])
    if "region" in facts:
        told["where"] = WHERE[facts["region"]]
        told["mine"], told["theirs"] = facts["after"]
    if "cupcakes_reached" in facts:
        told["cupcakes"] = ", ".join(facts["cupcakes_reached"])
    if "leaves" in facts:
        told["leaves"] = ", ".join(str(ON_LEAF[leaf]) for leaf in facts["leaves"])
    if "power" in facts:
        told["power"] = EFFECT_NAMES[facts["power"]]
    return told
