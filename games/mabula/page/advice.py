"""Why a push is a good one, in words; and the way to it on the page."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.contract.bots import Reason
from games.mabula.rules import State

SENTENCES: Final = {
    "only-push": _("It is your only push."),
    "ends-won": _("It ends the game, and you win."),
    "ends-drawn": _("It ends the game in a draw."),
    "ends-lost": _("It ends the game, and you lose."),
    "ends-lost/forced": _("It ends the game. You lose, but every other push loses too."),
    "wins-by-force": _("From here you can win, whatever the other player does."),
    "grows": _("Not counting the rim, your largest group grows from %(before)s to %(after)s."),
    "grows/product": _("Not counting the rim, the product of your groups grows from %(before)s to %(after)s."),
    "breaks": _("Not counting the rim, the other player’s largest group shrinks from %(before)s to %(after)s."),
    "breaks/product": _(
        "Not counting the rim, the product of the other player’s groups shrinks from %(before)s to %(after)s."
    ),
    "middle": _("It brings your marbles nearer to the middle."),
    "apart": _("It makes more groups of yours in the field. Each group of two or more multiplies your score."),
    "quiet": _("Not counting the rim, neither player’s largest group changes."),
    "quiet/product": _("Not counting the rim, neither player’s product changes."),
    "waits": _("It gains nothing at once."),
}


def advise(state: State, reason: Reason) -> str:
    """The sentence behind a reason of ``bots.explain``."""
    variant = "forced" if reason.facts.get("forced") else state.scoring
    return str(SENTENCES.get(f"{reason.code}/{variant}") or SENTENCES[reason.code]) % reason.facts


def way_to(state: State, move: str) -> dict[str, str]:
    """The choices of a player who is about to make this push."""
    start, stop = move.split("-")
    return {"from": start, "to": stop}
