"""Visits: what a player had seen of a game before, and what has become new to them since."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import takewhile

from games.models import Game
from games.models import Seat as SeatRow
from games.table import log

VISIT = timedelta(minutes=30)  # who looks again within this time has not been away
NOTED = timedelta(minutes=1)  # the time of a look is not kept more exactly: a look is not a write


def note(row: SeatRow, head: int, now: datetime) -> int:
    """A player looks at the game as it is. Returns the last event that they had seen before this visit."""
    is_still_here = row.seen_at is not None and now - row.seen_at < VISIT
    since = row.since if is_still_here else row.seen
    _keep(row, since=since, seen=max(row.seen, head), now=now)
    return since


def acted(row: SeatRow, head: int, now: datetime) -> None:
    """A player did something: that and what was before it is no news to them any more."""
    _keep(row, since=max(row.since, head), seen=max(row.seen, head), now=now)


def is_new(row: SeatRow, game: Game) -> bool:
    """Whether the other player did something that this one has not seen yet."""
    if game.head <= row.seen:
        return False
    other, position = 3 - row.number, log.position(game)
    unseen = takewhile(lambda made: made.seq > row.seen, reversed(position.moves))
    if any(made.seat == other for made in unseen) or position.draw_offer == other:
        return True
    ending = position.ending
    if ending is None:
        return False
    return ending.is_by_moderator or ending.decided == "timeout" or ending.winner != other  # who resigns knows it


def _keep(row: SeatRow, *, since: int, seen: int, now: datetime) -> None:
    is_fresh = row.seen_at is not None and now - row.seen_at < NOTED
    if is_fresh and (row.since, row.seen) == (since, seen):
        return
    row.since, row.seen, row.seen_at = since, seen, now
    SeatRow.objects.filter(pk=row.pk).update(since=since, seen=seen, seen_at=now)
