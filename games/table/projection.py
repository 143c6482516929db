"""The projection: the columns of a game and its seats that follow from its terms and its log.

The door folds it on with every event and saves it; verification folds it from the first event and compares it with the
rows. Nothing else writes these columns, but for vacations, which move a deadline with its reminder, reminders, which
move on from mark to mark, and leaving after the end of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games import kinds
from games.clocks import clock, marks
from games.clocks.clock import Clocks
from games.contract import NOBODY, Actor, Seat
from games.models import Game
from games.models import Seat as SeatRow
from games.table import acts
from games.table.acts import Act, AnyAct
from games.table.position import Position, Wait


@dataclass(frozen=True, slots=True)
class SeatProjection:
    """The columns of a seat. The names are those of the model."""

    bot: str
    left_at: datetime | None
    bank: timedelta | None  # None: the game has no clocks


@dataclass(frozen=True, slots=True)
class Projection:
    """The columns of a game, and of its seats. The names are those of the models."""

    head: int
    veiled: int
    status: str
    to_move: Seat | None
    held_by: Seat | None
    turn_since: datetime
    deadline: datetime | None
    remind_at: datetime | None  # the first mark of the turn, until reminders move it on
    paused_at: datetime | None
    draw_offered_by: Seat | None
    bot_to_move: str | None  # the level of the bot that is to move, and
    bot_to_answer: str | None  # of the bot that a draw is offered to
    has_person: bool  # whether a person plays, who waits for the bot
    winner: Seat | None
    decided: str
    ended_at: datetime | None
    is_rated: bool
    is_hidden: bool
    seats: tuple[SeatProjection, ...]


GAME_COLUMNS = tuple(name for name in Projection.__slots__ if name != "seats")
SEAT_COLUMNS = SeatProjection.__slots__


def beginning(game: Game, rows: Sequence[SeatRow], position: Position) -> Projection:
    """Before the first event."""
    pace = clock.PACES.get(game.clock)
    bank = pace.bank if pace and not any(row.bot_at_start for row in rows) else None
    start = Projection(
        head=0,
        veiled=0,
        status=Game.Status.RUNNING,
        to_move=None,
        held_by=None,
        turn_since=game.created_at,
        deadline=None,
        remind_at=None,
        paused_at=None,
        draw_offered_by=None,
        bot_to_move=None,
        bot_to_answer=None,
        has_person=not all(row.bot_at_start for row in rows),
        winner=None,
        decided="",
        ended_at=None,
        is_rated=game.agreed_rated,
        is_hidden=False,
        seats=tuple(SeatProjection(row.bot_at_start, None, bank) for row in rows),
    )
    clocks = running_clocks(game, rows, start)
    actor = position.actor(kinds.get(game.kind).rules)
    deadline = _deadline(clocks, actor)
    return replace(
        start,
        to_move=_seat(actor),
        deadline=deadline,
        remind_at=marks.first(start.turn_since, deadline),
        bot_to_move=_bot_at(rows, start.seats, _seat(actor)),
    )


def stored(game: Game, rows: Sequence[SeatRow]) -> Projection:
    """As the rows have it."""
    seats = tuple(SeatProjection(row.bot, row.left_at, row.bank) for row in rows)
    columns = {name: getattr(game, name) for name in GAME_COLUMNS}
    return Projection(**columns, seats=seats)


def after(  # noqa: PLR0913 - an event, and the game before and after it
    game: Game,
    rows: Sequence[SeatRow],
    projected: Projection,
    *,
    before: Position,
    position: Position,
    value: AnyAct,
    seat: Seat | None,
    at: datetime,
    is_unattended: bool = False,
) -> Projection:
    """Fold one more event, by ``seat`` at that time, which led from ``before`` to ``position``.

    ``is_unattended``: the clocks stand still although the log does not say so yet; see verification.
    """
    rules = kinds.get(game.kind).rules
    actor_before, actor = before.actor(rules), position.actor(rules)
    head = position.known(rules)
    seats = _seats(rows, projected, position, value, seat, at)
    begins_anew = value.act in acts.BEGIN_ANEW
    clocks = None if is_unattended else running_clocks(game, rows, replace(projected, seats=seats))
    if clocks:
        clocks = _clocks_after(clocks, value, seat, actor_before, actor, at)
        seats = tuple(replace(one, bank=bank) for one, bank in zip(seats, clocks.banks, strict=True))
    is_over = actor is NOBODY
    ending, outcome = position.ending, rules.outcome(position.state) if is_over else None
    result = ending or outcome
    has_ended = is_over and (actor_before is not NOBODY or position.ending != before.ending)
    has_turned = isinstance(actor, Seat) and (actor is not actor_before or begins_anew)
    is_toggled = position.is_paused is not before.is_paused
    turn_since = at if has_turned else projected.turn_since
    deadline = _deadline(clocks, actor)
    is_same_turn = (turn_since, deadline) == (projected.turn_since, projected.deadline)
    return Projection(
        head=head,
        veiled=position.seq - head,
        status=Game.Status.OVER if is_over else Game.Status.RUNNING,
        to_move=_seat(actor),
        held_by=position.held_by(rules),
        turn_since=turn_since,
        deadline=deadline,
        remind_at=projected.remind_at if is_same_turn else marks.first(turn_since, deadline),
        paused_at=(at if position.is_paused else None) if is_toggled else projected.paused_at,
        draw_offered_by=position.draw_offer,
        bot_to_move=_bot_at(rows, seats, _seat(actor)),
        bot_to_answer=_bot_at(rows, seats, position.draw_offer.other) if position.draw_offer and not is_over else None,
        has_person=not all(one.bot for one in seats),
        winner=result.winner if result else None,
        decided=ending.by.value if ending else outcome.decided if outcome else "",
        ended_at=at if has_ended else projected.ended_at if is_over else None,
        is_rated=position.is_rated,
        is_hidden=position.is_hidden,
        seats=seats,
    )


def save(game: Game, rows: Sequence[SeatRow], projected: Projection) -> None:
    """Write the columns of the game, and of the seats those that changed."""
    for name in GAME_COLUMNS:
        setattr(game, name, getattr(projected, name))
    game.save(update_fields=GAME_COLUMNS)
    for row, seat in zip(rows, projected.seats, strict=True):
        changed = {name: getattr(seat, name) for name in SEAT_COLUMNS if getattr(row, name) != getattr(seat, name)}
        if changed:
            SeatRow.objects.filter(pk=row.pk).update(**changed)
            for name, value in changed.items():
                setattr(row, name, value)


def running_clocks(game: Game, rows: Sequence[SeatRow], projected: Projection) -> Clocks | None:
    """The clocks, if they run: the game has some, and no bot plays."""
    pace = clock.PACES.get(game.clock)
    if pace is None or len(rows) != len(Seat) or any(seat.bot for seat in projected.seats):
        return None
    one, two = (seat.bank or clock.NO_TIME for seat in projected.seats)
    stops = clock.stops_of(rows[0], game), clock.stops_of(rows[1], game)
    return Clocks(pace, stops, (one, two), projected.turn_since, projected.paused_at)


def _seats(
    rows: Sequence[SeatRow],
    projected: Projection,
    position: Position,
    value: AnyAct,
    seat: Seat | None,
    at: datetime,
) -> tuple[SeatProjection, ...]:
    """Who plays each seat after the event, and who has left; the banks as they were."""
    leaving = seat if value.act is Act.LEAVE else None
    return tuple(
        replace(
            one,
            bot=position.stand_in(Seat(row.number)) or row.bot_at_start,
            left_at=at if row.number == leaving else one.left_at,
        )
        for row, one in zip(rows, projected.seats, strict=True)
    )


def _bot_at(rows: Sequence[SeatRow], seats: Sequence[SeatProjection], number: Seat | None) -> str | None:
    """The level of the bot that plays a seat; None if a person does."""
    return next((seat.bot for row, seat in zip(rows, seats, strict=True) if row.number == number and seat.bot), None)


def _clocks_after(
    clocks: Clocks, value: AnyAct, seat: Seat | None, actor_before: Actor | Wait, actor: Actor | Wait, at: datetime
) -> Clocks:
    match value:
        case acts.Plain(Act.PAUSE):
            return replace(clocks, paused=at)
        case acts.Plain(Act.RESUME):
            return clocks.resumed(_seat(actor), at)
        case acts.AddTime(whose, hours):
            return clocks.given(whose, hours, at, is_to_move=whose is actor)
        case acts.TakeTime(whose, hours):
            return clocks.taken(whose, hours, at, is_to_move=whose is actor)
        case acts.GiveTime(hours) if seat:
            return clocks.given(seat.other, hours, at, is_to_move=seat.other is actor)
    if value.act in acts.BEGIN_ANEW:
        return clocks.turned(None, at)
    if actor is not actor_before and actor is not NOBODY:
        return clocks.turned(_seat(actor_before), at)
    return clocks


def _deadline(clocks: Clocks | None, actor: Actor | Wait) -> datetime | None:
    return clocks.deadline(actor) if clocks and not clocks.paused and isinstance(actor, Seat) else None


def _seat(actor: Actor | Wait) -> Seat | None:
    return actor if isinstance(actor, Seat) else None
