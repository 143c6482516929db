"""How a game ended, in words: for pages, lists, mails and the desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import EndedBy

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def in_short(decided: str, names: Sequence[str], *, winner: int | None, reader: int | None) -> str:
    """Two or three words, for the head of a page. Arguments as in ``in_full``."""
    if decided == EndedBy.ABORT:
        return _("Called off")
    if decided == EndedBy.ANNULMENT:
        return _("Annulled")
    if winner is None:
        return _("A draw")
    return _("You won") if winner == reader else _("%(name)s won") % {"name": names[winner - 1]}


def in_full(decided: str, names: Sequence[str], *, winner: int | None, reader: int | None) -> str:
    """One sentence to the reader. ``names`` are those of seats 1 and 2; a reader who does not play has no seat."""
    match decided:
        case EndedBy.ABORT:
            return _("The game was called off.")
        case EndedBy.ANNULMENT:
            return _("The game was annulled: it does not count.")
        case EndedBy.AGREEMENT:
            return _("A draw, by agreement.")
        case EndedBy.ADJUDICATION:
            return _adjudicated(names, winner, reader)
    if winner is None:
        return _("The game is over: a draw.")
    facts = {"winner": names[winner - 1], "loser": names[2 - winner]}
    match decided:
        case EndedBy.RESIGNATION:
            return _resigned(winner, reader) % facts
        case EndedBy.TIMEOUT:
            return _timed_out(winner, reader) % facts
    return _played_out(winner, reader) % facts


def cause(decided: str) -> str:
    """What decided a game, in a word or two."""
    return str(CAUSES.get(decided, gettext_lazy("the rules"))) if decided else _("nothing")


def _adjudicated(names: Sequence[str], winner: int | None, reader: int | None) -> str:
    if winner is None:
        return _("The game was decided: a draw.")
    if winner == reader:
        return _("The game was decided: you won.")
    if reader:
        return _("The game was decided: you lost.")
    return _("The game was decided: %(winner)s won.") % {"winner": names[winner - 1]}


def _resigned(winner: int, reader: int | None) -> str:
    if winner == reader:
        return _("%(loser)s resigned: you won.")
    return _("You resigned.") if reader else _("%(loser)s resigned: %(winner)s won.")


def _timed_out(winner: int, reader: int | None) -> str:
    if winner == reader:
        return _("%(loser)s ran out of time: you won.")
    return _("Your time ran out: %(winner)s won.") if reader else _("%(loser)s ran out of time: %(winner)s won.")


def _played_out(winner: int, reader: int | None) -> str:
    if winner == reader:
        return _("The game is over: you won.")
    return _("The game is over: you lost.") if reader else _("The game is over: %(winner)s won.")


CAUSES: Mapping[str, StrPromise] = {  # other than the rules of a kind
    EndedBy.ABORT: gettext_lazy("being called off"),
    EndedBy.ADJUDICATION: gettext_lazy("a moderator"),
    EndedBy.AGREEMENT: gettext_lazy("agreement"),
    EndedBy.ANNULMENT: gettext_lazy("a moderator, who annulled it"),
    EndedBy.RESIGNATION: gettext_lazy("resigning"),
    EndedBy.TIMEOUT: gettext_lazy("time that was up"),
}
