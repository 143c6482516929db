"""What the log of a finished game says of its seats: who went first, how long turns took, who came from behind.

Nothing else is read but the log, so the same log gives the same facts at any time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from games import kinds
from games.clocks import clock
from games.clocks.clock import Stops
from games.contract import Outcome, Seat
from games.models import EndedBy, Event, Game, SeatFacts
from games.models import Seat as SeatRow
from games.table import log
from games.table.unreadable import Unreadable

Act = Event.Act
TAKE_OVER: Final = (Act.SUBSTITUTE, Act.LEAVE, Act.BOT_IN)  # from here on a bot plays for somebody
LATE: Final = 3, 4  # of the moves: whoever is far behind then and wins has come from behind
FAR_BEHIND: Final = 4, 5  # of the other's points, or fewer


@dataclass(slots=True)
class _Turns:
    count: int = 0
    spent: timedelta = field(default_factory=timedelta)


def store(game: Game) -> None:
    """Store the facts of a game that is over; of one that is not, or not any more, there are none."""
    rows = list(game.seats.all())
    if game.status != Game.Status.OVER:
        SeatFacts.objects.filter(seat__in=rows).delete()
        return
    for facts in of(game, rows):
        SeatFacts.objects.update_or_create(
            seat_id=facts.seat_id,
            defaults={
                "went_first": facts.went_first,
                "turns": facts.turns,
                "seconds": facts.seconds,
                "was_behind": facts.was_behind,
                "feats": facts.feats,
            },
        )


def of(game: Game, rows: Iterable[SeatRow]) -> list[SeatFacts]:
    """The facts about both seats, not stored."""
    seats = {Seat(row.number): row for row in rows}
    events = list(Event.objects.filter(game=game).order_by("seq").values_list("act", "seat", "at"))
    first = next((seat for act, seat, _ in events if act == Act.MOVE and seat), None)
    stops = {seat: clock.stops_of(row, game) for seat, row in seats.items()}
    timed = [] if game.is_imported else events  # a game from a file was played at other times
    turns = turns_of(timed, game.created_at, stops)
    behind, feats = _final(game)
    return [
        SeatFacts(
            seat=row,
            went_first=seat == first,
            turns=turns[seat].count,
            seconds=int(turns[seat].spent.total_seconds()),
            was_behind=seat in behind,
            feats=feats[seat],
        )
        for seat, row in seats.items()
    ]


def turns_of(
    events: Iterable[tuple[str, int | None, datetime]], begun: datetime, stops: dict[Seat, Stops]
) -> dict[Seat, _Turns]:
    """How many turns each seat had, and how long they took: from the other's last move to one's own last one.

    Time stands still as it does for the clock, also while a board of a mirror match waits for the other one. What
    follows once a bot plays for somebody is not counted.
    """
    found = {seat: _Turns() for seat in stops}
    since = last = opened = begun  # when the present turn began, its latest move, and the step of a mirror match
    paused: datetime | None = None
    mover: Seat | None = None
    for act, number, at in events:
        if act in TAKE_OVER:
            break
        if act == Act.PAUSE:
            paused = at
        elif act == Act.RESUME and paused is not None:
            since, last, paused = since + (at - paused), last + (at - paused), None
        elif act == Act.RELEASE:
            opened = at
        if act != Act.MOVE or number is None:
            continue
        seat = Seat(number)
        if seat is not mover:
            last = max(last, opened)
            mover, since = seat, last
            found[seat].count += 1
        found[seat].spent += max(stops[seat].spent(last, at), timedelta())
        last = at
    return found


def _final(game: Game) -> tuple[set[Seat], dict[Seat, list[str]]]:
    """Who was far behind late in the game, and what each has done that is worth telling, if the rules ended it."""
    nothing: dict[Seat, list[str]] = {seat: [] for seat in Seat}
    try:
        position = log.position(game)
    except Unreadable:
        return set(), nothing
    if EndedBy.read(game.decided) is not None:
        return set(), nothing
    kind = kinds.get(game.kind)
    feats = {seat: [key for key, is_done in kind.feats.items() if is_done(position.state, seat)] for seat in Seat}
    moves = [move.text for move in position.moves]
    share, whole = LATE
    late = kind.rules.fold(kind.rules.initial(game.options), moves[: len(moves) * share // whole])
    return _far_behind(kind.tally(late)), feats


def _far_behind(count: Outcome) -> set[Seat]:
    share, whole = FAR_BEHIND
    return {seat for seat in Seat if whole * count.points[seat - 1] <= share * count.points[seat.other - 1] > 0}
