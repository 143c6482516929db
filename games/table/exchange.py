"""Imports games from files. queries.record_of exports them."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.db import transaction

from games import kinds
from games.careers import due as career_due
from games.clocks import clock
from games.contract import NOBODY, IllegalMove, Seat
from games.lobby.start import new_nonce, new_secret
from games.models import EndedBy, Game
from games.models import Seat as SeatRow
from games.ratings.due import facts as result_of
from games.record import BadRecord, Record
from games.table import acts, checks, door, log, projection
from games.table.acts import Act, AnyAct

if TYPE_CHECKING:
    from accounts.for_games import User


def import_record(record: Record, *, players: tuple[User | None, User | None] = (None, None)) -> Game:
    """Store a game that was played elsewhere: its moves, chance's among them, become the events of a new game.

    Its rolls did not come from our seed, which its row says. A game that is not over needs both its players.
    Raises BadRecord.
    """
    rules = kinds.get(record.kind).rules
    ending = _ending(record)
    is_over = ending or rules.actor(record.replayed()) is NOBODY
    if not is_over and None in players:
        raise BadRecord("the game is not over: say who plays it on")
    now = clock.now()
    with transaction.atomic():
        game = Game.objects.create(
            kind=record.kind,
            rules=rules.version,
            draws=max(rules.draws),
            options=dict(record.options),
            clock=Game.Clock.NONE,
            commitment=new_secret(),
            is_imported=True,
            to_move=Seat.ONE,
            created_at=now,
            turn_since=now,
        )
        rows = [
            SeatRow.objects.create(game=game, number=number, user=user, nonce=new_nonce())
            for number, user in zip(Seat, players, strict=True)
        ]
        before = result_of(game)
        position = log.beginning(game)
        projected = projection.beginning(game, rows, position)
        for text in record.moves:
            actor = rules.actor(position.state)
            seat, key = (actor, secrets.token_hex(16)) if isinstance(actor, Seat) else (None, None)
            position, projected = door.append(
                game, rows, position, projected, acts.Move(text), seat=seat, key=key, at=now
            )
        for value, seat in ending:
            try:
                checks.check_elsewhere(game, position, seat, value)
            except IllegalMove as refused:
                raise BadRecord(f"the game cannot end so: {refused}") from refused
            key = secrets.token_hex(16)
            position, projected = door.append(game, rows, position, projected, value, seat=seat, key=key, at=now)
        position, projected = door.let_chance_move(game, rows, position, projected, at=now)
        projection.save(game, rows, projected)
        career_due.note(game, before)
    return game


def _ending(record: Record) -> list[tuple[AnyAct, Seat]]:
    """The acts by which the platform ended the game."""
    winner = {"one": Seat.ONE, "two": Seat.TWO}.get(record.tags.get("Winner", ""))
    match record.tags.get("Ending"):
        case None:
            return []
        case EndedBy.RESIGNATION if winner:
            return [(acts.Plain(Act.RESIGN), winner.other)]
        case EndedBy.AGREEMENT if kinds.get(record.kind).has_draws:
            return [(acts.Plain(Act.OFFER_DRAW), Seat.ONE), (acts.Plain(Act.ACCEPT_DRAW), Seat.TWO)]
        case EndedBy.TIMEOUT if winner:
            return [(acts.Timeout(), winner)]
        case EndedBy.ABORT | EndedBy.ANNULMENT:
            return [(acts.Abort(), Seat.ONE)]
        case other:
            raise BadRecord(f"a game cannot end by {other[:40]!a} here")
