"""How a game ended, in words for who looks."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import EndedBy
from games.view_models.player_view import PlayerView


def in_short(decided: str, winner: PlayerView | None) -> str:
    """Two or three words, for the head of the page."""
    if decided == EndedBy.ABORT:
        return _("Called off")
    if decided == EndedBy.ANNULMENT:
        return _("Annulled")
    if winner is None:
        return _("A draw")
    if winner.is_you:
        return _("You won")
    return _("%(name)s won") % {"name": winner.name}


def in_full(decided: str, players: Sequence[PlayerView], winner: PlayerView | None) -> str:
    """One sentence."""
    match decided:
        case EndedBy.ABORT:
            return _("The game was called off.")
        case EndedBy.ANNULMENT:
            return _("The game was annulled: it does not count.")
        case EndedBy.ADJUDICATION:
            return _adjudicated(winner)
        case EndedBy.AGREEMENT:
            return _("A draw, by agreement.")
        case EndedBy.RESIGNATION:
            return _resigned(*_both(players, winner))
        case EndedBy.TIMEOUT:
            return _timed_out(*_both(players, winner))
    if winner is None:
        return _("The game is over: a draw.")
    if winner.is_you:
        return _("The game is over: you won.")
    if any(player.is_you for player in players):
        return _("The game is over: you lost.")
    return _("The game is over: %(winner)s won.") % {"winner": winner.name}


def _adjudicated(winner: PlayerView | None) -> str:
    if winner is None:
        return _("The game was decided: a draw.")
    if winner.is_you:
        return _("The game was decided: you won.")
    return _("The game was decided: %(winner)s won.") % {"winner": winner.name}


def _resigned(winner: PlayerView, loser: PlayerView) -> str:
    if loser.is_you:
        return _("You resigned.")
    if winner.is_you:
        return _("%(loser)s resigned: you won.") % {"loser": loser.name}
    return _("%(loser)s resigned: %(winner)s won.") % {"loser": loser.name, "winner": winner.name}


def _timed_out(winner: PlayerView, loser: PlayerView) -> str:
    if loser.is_you:
        return _("Your time ran out: %(winner)s won.") % {"winner": winner.name}
    if winner.is_you:
        return _("%(loser)s ran out of time: you won.") % {"loser": loser.name}
    return _("%(loser)s ran out of time: %(winner)s won.") % {"loser": loser.name, "winner": winner.name}


def _both(players: Sequence[PlayerView], winner: PlayerView | None) -> tuple[PlayerView, PlayerView]:
    """Who won and who lost, where it cannot be but one of each."""
    assert winner
    return winner, next(player for player in players if player is not winner)
