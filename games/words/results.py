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
        return _("Aborted")
    if decided == EndedBy.ANNULMENT:
        return _("Annulled")
    if winner is None:
        return _("A draw")
    return _("You won") if winner == reader else _("%(name)s won") % {"name": names[winner - 1]}


def in_full(decided: str, names: Sequence[str], *, winner: int | None, reader: int | None) -> str:
    """One sentence to the reader. ``names`` are those of seats 1 and 2; a reader who does not play has no seat."""
    match decided:
        case EndedBy.ABORT:
            return _("The game was aborted.")
        case EndedBy.ANNULMENT:
            return _("The game was annulled: it doesn’t count.")
        case EndedBy.AGREEMENT:
            return _("A draw, by agreement.")
        case EndedBy.ADJUDICATION:
            return _adjudicated(names, winner, reader)
    if winner is None:
        return _("The game is over: it’s a draw.")
    facts = {"winner": names[winner - 1], "loser": names[2 - winner]}
    match decided:
        case EndedBy.RESIGNATION:
            return _resigned(winner, reader) % facts
        case EndedBy.TIMEOUT:
            return _timed_out(winner, reader) % facts
    return _played_out(winner, reader) % facts


def to_player(decided: str, names: Sequence[str], *, winner: int | None, seat: int, points: Sequence[int]) -> str:
    """One line of a list of the reader's own games. ``points`` are those of seats 1 and 2, where the rules decided."""
    if EndedBy.read(decided):
        return in_full(decided, names, winner=winner, reader=seat)
    if winner is None:
        sentence = _("A draw, %(mine)s : %(theirs)s")
    elif winner == seat:
        sentence = _("You won, %(mine)s : %(theirs)s")
    else:
        sentence = _("You lost, %(mine)s : %(theirs)s")
    return sentence % {"mine": points[seat - 1], "theirs": points[2 - seat]}


def of_player(
    decided: str, opponent: str, *, winner: int | None, seat: int, points: Sequence[int], is_reader: bool
) -> str:
    """One line of a list of somebody's games, from their side. ``is_reader``: their opponent is who reads it."""
    has_won = None if winner is None else winner == seat
    against_other, against_you = OF_PLAYER[EndedBy.read(decided), has_won]
    facts = {"name": opponent, "mine": points[seat - 1], "theirs": points[2 - seat]}
    return str(against_you if is_reader else against_other) % facts


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
    EndedBy.ABORT: gettext_lazy("being aborted"),
    EndedBy.ADJUDICATION: gettext_lazy("a moderator"),
    EndedBy.AGREEMENT: gettext_lazy("agreement"),
    EndedBy.ANNULMENT: gettext_lazy("being annulled by a moderator"),
    EndedBy.RESIGNATION: gettext_lazy("resigning"),
    EndedBy.TIMEOUT: gettext_lazy("running out of time"),
}

# By what ended the game (None: the rules), and whether the player won: against somebody, and against the reader.
OF_PLAYER: Mapping[tuple[EndedBy | None, bool | None], tuple[StrPromise, StrPromise]] = {
    (None, True): (
        gettext_lazy("Won against %(name)s, %(mine)s : %(theirs)s"),
        gettext_lazy("Won against you, %(mine)s : %(theirs)s"),
    ),
    (None, False): (
        gettext_lazy("Lost against %(name)s, %(mine)s : %(theirs)s"),
        gettext_lazy("Lost against you, %(mine)s : %(theirs)s"),
    ),
    (None, None): (
        gettext_lazy("Drew with %(name)s, %(mine)s : %(theirs)s"),
        gettext_lazy("Drew with you, %(mine)s : %(theirs)s"),
    ),
    (EndedBy.RESIGNATION, True): (
        gettext_lazy("Won against %(name)s, who resigned"),
        gettext_lazy("Won when you resigned"),
    ),
    (EndedBy.RESIGNATION, False): (
        gettext_lazy("Resigned against %(name)s"),
        gettext_lazy("Resigned against you"),
    ),
    (EndedBy.TIMEOUT, True): (
        gettext_lazy("Won on time against %(name)s"),
        gettext_lazy("Won on time against you"),
    ),
    (EndedBy.TIMEOUT, False): (
        gettext_lazy("Lost on time against %(name)s"),
        gettext_lazy("Lost on time against you"),
    ),
    (EndedBy.ADJUDICATION, True): (
        gettext_lazy("Won against %(name)s, by a moderator’s decision"),
        gettext_lazy("Won against you, by a moderator’s decision"),
    ),
    (EndedBy.ADJUDICATION, False): (
        gettext_lazy("Lost against %(name)s, by a moderator’s decision"),
        gettext_lazy("Lost against you, by a moderator’s decision"),
    ),
    (EndedBy.ADJUDICATION, None): (
        gettext_lazy("Drew with %(name)s, by a moderator’s decision"),
        gettext_lazy("Drew with you, by a moderator’s decision"),
    ),
    (EndedBy.AGREEMENT, None): (
        gettext_lazy("Agreed on a draw with %(name)s"),
        gettext_lazy("Agreed on a draw with you"),
    ),
    (EndedBy.ABORT, None): (
        gettext_lazy("Against %(name)s, aborted"),
        gettext_lazy("Against you, aborted"),
    ),
    (EndedBy.ANNULMENT, None): (
        gettext_lazy("Against %(name)s, annulled"),
        gettext_lazy("Against you, annulled"),
    ),
}
