"""Why a push is a good one, in words; and the way to it on the page."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.contract.bots import Reason
from games.mabula.rules import State

SENTENCES: Final = {
    "only-push": _("It is the only push that you have."),
    "ends-won": _("It ends the game, and you win."),
    "ends-drawn": _("It ends the game in a draw."),
    "ends-lost": _("It ends the game. It is lost, but no better end is in sight."),
    "grows": _("Your largest group grows from %(before)s to %(after)s."),
    "grows/product": _("Your groups multiplied grow from %(before)s to %(after)s."),
    "breaks": _("The other’s largest group falls from %(before)s to %(after)s."),
    "breaks/product": _("The other’s groups multiplied fall from %(before)s to %(after)s."),
    "middle": _("It brings marbles of yours nearer to the middle, where groups meet."),
    "apart": _("It sets a marble apart: one more group to multiply by."),
    "quiet": _("Nothing changes hands, and your better pushes stay for later."),
}


def advise(state: State, reason: Reason) -> str:
    """The sentence behind a reason of ``bots.explain``."""
    if reason.code == "wins-by-force":
        pushes: Any = reason.facts["pushes"]
        says = ngettext(
            "You win from here, whatever the last push is.",
            "You win from here, whatever the last %(pushes)s pushes are.",
            pushes,
        )
        return says % {"pushes": pushes}
    return str(SENTENCES.get(f"{reason.code}/{state.scoring}") or SENTENCES[reason.code]) % reason.facts


def way_to(state: State, move: str) -> dict[str, str]:
    """The choices of a player who is about to make this push."""
    start, stop = move.split("-")
    return {"from": start, "to": stop}
