"""Visits: the last event that a player had seen of a game, and whether there is news for them since."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import takewhile

from django.db import transaction

from games.models import EndedBy, Game
from games.models import Seat as SeatRow
from games.notify import outbox
from games.prepared import PreparedUpdate
from games.table import log

VISIT = timedelta(minutes=30)  # a player who looks again within this time has not been away
EXACTNESS = timedelta(minutes=1)  # of the stored time of a look: most looks write nothing


def record_look(row: SeatRow, head: int, now: datetime) -> int:
    """Store that a player looks at the game as it is. Returns the event after which everything is news to them.

    Whoever has been away has missed what happened meanwhile, until they act. Whoever is here has seen it happen.
    """
    is_still_here = row.seen_at is not None and now - row.seen_at < VISIT
    is_caught_up = is_still_here and row.since >= row.seen
    since = max(row.seen, head) if is_caught_up else row.since if is_still_here else row.seen
    _store(row, since=since, seen=max(row.seen, head), now=now)
    return since


def record_act(row: SeatRow, head: int, now: datetime) -> None:
    """Store that a player did something: that and all before it is no news to them any more."""
    _store(row, since=max(row.since, head), seen=max(row.seen, head), now=now)


def is_new(row: SeatRow, game: Game) -> bool:
    """Whether the other player did something that this one has not seen yet."""
    if game.head <= row.seen:
        return False
    other, position = 3 - row.number, log.position(game)
    unseen = takewhile(lambda move: move.seq > row.seen, reversed(position.moves))
    if any(move.seat == other for move in unseen) or position.draw_offer == other:
        return True
    ending = position.ending
    if ending is None:
        return False
    return ending.by.is_by_moderator or ending.by is EndedBy.TIMEOUT or ending.winner != other  # the loser resigned


def _store(row: SeatRow, *, since: int, seen: int, now: datetime) -> None:
    is_fresh = row.seen_at is not None and now - row.seen_at < EXACTNESS
    if is_fresh and (row.since, row.seen) == (since, seen):
        return
    has_news = seen > row.seen
    row.since, row.seen, row.seen_at = since, seen, now
    if not has_news or row.user_id is None:
        _look(row.pk, since, seen, now)
        return
    with transaction.atomic(savepoint=False):  # one commit for both
        _look(row.pk, since, seen, now)
        outbox.mark_game_seen(user_id=row.user_id, game_id=row.game_id, seq=seen, now=now)


_look = PreparedUpdate(
    lambda pk, since, seen, now: (SeatRow.objects.filter(pk=pk), {"since": since, "seen": seen, "seen_at": now})
)
