"""Lay games out in which a decision is to be made.

The browser tests keep it at hand in a process with the settings of the server, ``python -m tests.e2e.laying_out``: a
line such as ``bot mabula: a stop`` on its standard input is answered with the address of a new game, the key of a
session of the player who looks at it, and one of the other, who is a ``bot`` or a ``person``.
"""

import sys
from datetime import timedelta
from urllib.parse import urlencode

import django

django.setup()

from django.db import connection  # noqa: E402

from accounts.models import User  # noqa: E402
from games import kinds  # noqa: E402
from games.clocks import clock  # noqa: E402
from games.contract import Seat  # noqa: E402
from games.guide import coaching  # noqa: E402
from games.models import Game  # noqa: E402
from games.models import Seat as SeatRow  # noqa: E402
from games.table import exchange  # noqa: E402
from tests.e2e import decisions  # noqa: E402
from tests.e2e.decisions import Decision  # noqa: E402
from tests.e2e.let_in import session_of  # noqa: E402

LOOKER, WARY, WARNED, NEWCOMER = "Ada", "Cleo", "Dora", "Emil"
OTHER = "Bartholomew-Maximilian"  # whose name must fit as well
EVENTS_UNSEEN = 9
THREE_DAYS = timedelta(days=3)
KNOWN = {str(decision): decision for decision in decisions.every()}


def lay_out(decision: Decision, *, has_bot: bool) -> str:
    """The address of a new game. A bot plays only where it waits for the looker; otherwise it would move on."""
    game, ask = decisions.find(decision)
    actor = kinds.get(game.kind).rules.actor(game.replayed())
    mover = actor if isinstance(actor, Seat) else Seat.ONE
    seat = mover if decision.looker == "mover" else mover.other
    users = [User.objects.get(username=name) for name in (looker_of(decision), OTHER)]
    one, two = users if seat is Seat.ONE else reversed(users)
    stored = exchange.import_record(game, players=(one, two))
    rows = SeatRow.objects.filter(game=stored)
    rows.update(seen=max(0, stored.head - EVENTS_UNSEEN))  # they have been here before
    if has_bot and seat is actor and not decision.is_warned:  # no clock runs against a bot
        rows.filter(number=seat.other).update(user=None, bot="larva", bot_at_start="larva")
    if decision.is_coached:
        User.objects.filter(username=NEWCOMER).update(learned={})
        coaching.begin(stored, [User.objects.get(username=NEWCOMER)])
    if decision.is_warned:
        Game.objects.filter(pk=stored.pk).update(clock=Game.Clock.DAYS_3, deadline=clock.now() + THREE_DAYS)
        rows.update(bank=THREE_DAYS)
    return f"/games/{stored.pk}/?{urlencode(ask)}"


def looker_of(decision: Decision) -> str:
    if decision.is_coached:
        return NEWCOMER
    return WARY if decision.is_wary else WARNED if decision.is_warned else LOOKER


def main() -> None:
    sessions = {name: session_of(name, "member") for name in (LOOKER, WARY, WARNED, NEWCOMER, OTHER)}
    User.objects.filter(username=WARY).update(confirm_moves=True)
    User.objects.filter(username=WARNED).update(is_warned=True)
    for line in sys.stdin:
        against, name = line.strip().split(" ", 1)
        decision = KNOWN[name]
        address = lay_out(decision, has_bot=against == "bot")
        print(address, sessions[looker_of(decision)], sessions[OTHER], flush=True)
        connection.close()


if __name__ == "__main__":
    main()
