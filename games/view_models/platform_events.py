"""What was done in a game besides moves, in sentences: by its players, and without their reasons by moderators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games import words
from games.contract import Seat
from games.table import log
from games.table.door import Act
from games.table.log import Deed

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def tell(sides: Sequence[str], deed: Deed) -> str:
    """One sentence in the reader's language; ``sides`` are those of the seats."""
    if (seat := whose(deed)) is None:
        return str(SENTENCES[deed.kind]) % {"step": deed.step}
    facts = {"side": words.name_of_side(sides[seat - 1]), "other": words.name_of_side(sides[seat.other - 1])}
    last = deed.text.rpartition(" ")[2]
    if deed.kind in (Act.GIVE_TIME, Act.ADD_TIME, Act.TAKE_TIME):
        facts["time"] = words.duration(timedelta(hours=int(last)))
    if deed.kind in (Act.SUBSTITUTE, Act.BOT_IN):
        facts["bot"] = words.name_of_bot(last)
    return str(DECIDED if deed.kind is Act.ADJUDICATE else SENTENCES[deed.kind]) % facts


def whose(deed: Deed) -> Seat | None:
    """The seat that it is about, if it is about one of them."""
    match deed.kind:
        case Act.RESIGN | Act.GIVE_TIME:
            return deed.seat
        case Act.TIMEOUT | Act.SUBSTITUTE:
            return deed.seat.other if deed.seat else None
        case Act.ADD_TIME | Act.TAKE_TIME | Act.BOT_IN | Act.BOT_OUT:
            return Seat(int(deed.text[0]))
        case Act.ADJUDICATE if deed.text != log.DRAW:
            return Seat(int(deed.text))
    return None


# What ends a game may also have been done by the rules of the site, which the log does not say.
DECIDED: Final = _("The game is decided: %(side)s wins.")
SENTENCES: Final[Mapping[Act, StrPromise]] = {
    Act.RESIGN: _("%(side)s resigns."),
    Act.ACCEPT_DRAW: _("A draw is agreed."),
    Act.ABORT: _("The game is called off."),
    Act.TIMEOUT: _("%(side)s runs out of time."),
    Act.GIVE_TIME: _("%(side)s gives %(other)s more time: %(time)s."),
    Act.SUBSTITUTE: _("%(bot)s plays on for %(side)s."),
    Act.ANNUL: _("The game is annulled."),
    Act.ADJUDICATE: _("The game is decided: a draw."),
    Act.RESTORE: _("The last decision is reversed."),
    Act.REWIND: _("A moderator takes the game back to step %(step)s."),
    Act.PAUSE: _("A moderator stops the clock."),
    Act.RESUME: _("A moderator starts the clock again."),
    Act.ADD_TIME: _("A moderator gives %(side)s more time: %(time)s."),
    Act.TAKE_TIME: _("A moderator takes added time back from %(side)s: %(time)s."),
    Act.BOT_IN: _("A moderator has %(bot)s play for %(side)s."),
    Act.BOT_OUT: _("A moderator gives the seat of %(side)s back to its player."),
    Act.HIDE: _("A moderator takes the game off public lists."),
    Act.SHOW: _("A moderator puts the game on public lists again."),
}
