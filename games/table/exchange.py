"""Games in from files. The way out is queries.record_of."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction

from games import kinds
from games.clocks import clock
from games.contract import CHANCE, NOBODY, IllegalMove, Seat
from games.lobby import challenges
from games.models import Game
from games.models import Seat as SeatRow
from games.record import BadRecord, Record
from games.table import door, log
from games.table.log import Position

if TYPE_CHECKING:
    from accounts.for_games import User

Act = door.Act


def import_record(record: Record, *, players: tuple[User | None, User | None] = (None, None)) -> Game:
    """Store a game that was played elsewhere: its moves, chance's among them, become the events of a new game.

    Its rolls did not come from our seed, which its row says. A game that is not over needs both its players.
    Raises BadRecord.
    """
    rules = kinds.get(record.kind).rules
    acts = _ending(record)
    is_over = acts or rules.actor(record.replayed()) is NOBODY
    if not is_over and None in players:
        raise BadRecord("the game is not over: say who plays it on")
    now = clock.now()
    with transaction.atomic():
        game = Game.objects.create(
            kind=record.kind,
            rules=rules.version,
            options=dict(record.options),
            clock=Game.Clock.NONE,
            commitment=challenges.new_secret(),
            is_imported=True,
            to_move=Seat.ONE,
            turn_since=now,
        )
        for number, user in zip(Seat, players, strict=True):
            SeatRow.objects.create(game=game, number=number, user=user, nonce=challenges.fresh_nonce())
        before = position = log.beginning(game)
        for text in record.moves:
            actor = rules.actor(position.state)
            position = _append(game, position, Act.MOVE, actor if isinstance(actor, Seat) else None, text, now)
        for act, seat in acts:
            try:
                door.check_elsewhere(game, position, seat, act)
            except IllegalMove as refused:
                raise BadRecord(f"the game cannot end so: {refused}") from refused
            position = _append(game, position, act, seat, "", now)
        if rules.actor(position.state) is CHANCE and not position.ending:
            position = door.let_chance_move(game, position, now)
        door.project(game, before, position, now)
    return game


def _append(game: Game, position: Position, act: Act, seat: Seat | None, text: str, now: datetime) -> Position:
    key = secrets.token_hex(16) if seat else None
    return log.append(game, position, kind=act, seat=seat, text=text, key=key, at=now)


def _ending(record: Record) -> list[tuple[Act, Seat]]:
    """The acts by which the platform ended the game."""
    winner = {"one": Seat.ONE, "two": Seat.TWO}.get(record.tags.get("Winner", ""))
    match record.tags.get("Ending"):
        case None:
            return []
        case "resign" if winner:
            return [(Act.RESIGN, winner.other)]
        case "agreement" if kinds.get(record.kind).has_draws:
            return [(Act.OFFER_DRAW, Seat.ONE), (Act.ACCEPT_DRAW, Seat.TWO)]
        case "timeout" if winner:
            return [(Act.TIMEOUT, winner)]
        case "abort" | "annulled":
            return [(Act.ABORT, Seat.ONE)]
        case other:
            raise BadRecord(f"a game cannot end by {other[:40]!a} here")
