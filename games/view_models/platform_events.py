"""The events of a game besides moves, in sentences; acts of moderators without their reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.contract import Seat
from games.table import acts
from games.table.acts import Act
from games.table.position import PlatformEvent
from games.words import durations, names

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def sentence_of(sides: Sequence[str], event: PlatformEvent) -> str:
    """One sentence in the reader's language; ``sides`` are those of the seats."""
    if (seat := seat_concerned(event)) is None:
        return str(SENTENCES[event.act]) % {"step": event.step}
    facts = {"side": names.name_of_side(sides[seat - 1]), "other": names.name_of_side(sides[seat.other - 1])}
    match event.value:
        case acts.GiveTime(hours) | acts.AddTime(_, hours) | acts.TakeTime(_, hours):
            facts["time"] = durations.duration(timedelta(hours=hours))
        case acts.Substitute(bot) | acts.Leave(bot) | acts.BotIn(_, bot):
            facts["bot"] = names.name_of_bot(bot)
    return str(DECIDED if event.act is Act.ADJUDICATE else SENTENCES[event.act]) % facts


def seat_concerned(event: PlatformEvent) -> Seat | None:
    """The seat that the event concerns, if it concerns one of them."""
    match event.value:
        case acts.Plain(Act.RESIGN) | acts.GiveTime() | acts.Leave():
            return event.seat
        case acts.Timeout() | acts.Substitute():
            return event.seat.other if event.seat else None
        case acts.AddTime(seat) | acts.TakeTime(seat) | acts.BotIn(seat) | acts.BotOut(seat):
            return seat
        case acts.Adjudicate(winner):
            return winner
    return None


# What ends a game may also have been done by the rules of the site, which the log does not say.
DECIDED: Final = _("The game is decided: %(side)s wins.")
SENTENCES: Final[Mapping[Act, StrPromise]] = {
    Act.RESIGN: _("%(side)s resigns."),
    Act.ACCEPT_DRAW: _("Both players agree to a draw."),
    Act.ABORT: _("The game is aborted."),
    Act.TIMEOUT: _("%(side)s runs out of time."),
    Act.GIVE_TIME: _("%(side)s gives %(other)s more time: %(time)s."),
    Act.SUBSTITUTE: _("%(bot)s plays on for %(side)s."),
    Act.LEAVE: _("%(side)s leaves, and %(bot)s plays on."),
    Act.ANNUL: _("The game is annulled."),
    Act.ADJUDICATE: _("The game is decided: a draw."),
    Act.RESTORE: _("The last decision is reversed."),
    Act.REWIND: _("A moderator takes the game back to step %(step)s."),
    Act.PAUSE: _("A moderator stops the clock."),
    Act.RESUME: _("A moderator restarts the clock."),
    Act.ADD_TIME: _("A moderator gives %(side)s more time: %(time)s."),
    Act.TAKE_TIME: _("A moderator takes added time back from %(side)s: %(time)s."),
    Act.BOT_IN: _("A moderator lets %(bot)s take over for %(side)s."),
    Act.BOT_OUT: _("A moderator gives %(side)s’s seat back to its player."),
    Act.HIDE: _("A moderator takes the game off public lists."),
    Act.SHOW: _("A moderator puts the game back on public lists."),
}
