"""The event store: the only writer of events, and the cache of positions.

Every event carries the digest of the state after it, and a hash that chains it to the one before: any change is found.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from threading import Lock
from typing import Any

from django.db import connection, transaction
from django.db.models import Q

from games import kinds
from games.contract import Seat
from games.models import Event, Game
from games.table import acts, unreadable
from games.table.acts import Act, AnyAct
from games.table.position import GENESIS, Position, after, after_all, beginning, is_revealed

__all__ = [
    "GENESIS",
    "Position",
    "append",
    "beginning",
    "chain",
    "digest",
    "fold",
    "forget_all",
    "is_revealed",
    "last_position",
    "load_positions",
    "position",
    "remember",
]

COLUMNS = ("act", "seat", "text", "chain")  # all of an event that a position needs


def position(game: Game, at: int | None = None) -> Position:
    """The game after event ``at``, or after its last one: folded on from the last position known here.

    Raises Unreadable if what is stored cannot be replayed.
    """
    with unreadable.noticed(game):
        return _position(game, at)


def _position(game: Game, at: int | None) -> Position:
    seq = game.head if at is None else at
    known = recent = _recent.get(game.pk)
    if known is not None and known.seq > seq:
        known = _after_standing(game, known, seq)
    if known is None:
        known = beginning(game)
    if known.seq < seq:
        missing = Event.objects.filter(game=game, seq__gt=known.seq, seq__lte=seq).order_by("seq")
        known = fold(game, known, missing.values_list(*COLUMNS))
    if at is None and known is not recent and _may_be_remembered(game, known):
        remember(known)
    return replace(known, is_alone=True) if seq < game.head and known.is_in_step else known


def last_position(game: Game) -> Position:
    """The game after the very last event, also of a step that only its player may know: for those who judge acts."""
    return position(game, at=game.head + game.veiled) if game.veiled else position(game)


def load_positions(games: Sequence[Game]) -> set[int]:
    """Cache the positions of all these games, with one query for the events that are missing: for lists of games.

    Returns the games that cannot be read.
    """
    known: dict[int, Position] = {}
    for game in games:
        with suppress(unreadable.Unreadable), unreadable.noticed(game):
            kinds.get(game.kind)
            known[game.pk] = _recent.get(game.pk) or beginning(game)
    behind = {game.pk: game for game in games if game.pk in known and known[game.pk].seq < game.head}
    missing: dict[int, list[tuple[Any, ...]]] = {pk: [] for pk in behind}
    events = Event.objects.filter(game__in=behind).order_by("seq").values_list("game", "seq", *COLUMNS)
    for pk, seq, *row in events if behind else ():
        if known[pk].seq < seq <= behind[pk].head:
            missing[pk].append(tuple(row))
    for pk, game in behind.items():
        try:
            with unreadable.noticed(game):
                found = fold(game, known[pk], missing[pk])
                if _may_be_remembered(game, found):
                    remember(found)
        except unreadable.Unreadable:
            del known[pk]
    return {game.pk for game in games} - {*known}


def fold(game: Game, position: Position, rows: Iterable[tuple[Any, ...]]) -> Position:
    """The position after these events, each given by its ``COLUMNS``."""
    events = ((acts.read(Act(act), text), _seat(seat), chain) for act, seat, text, chain in rows)
    return after_all(game, position, events)


def append(
    game: Game, before: Position, value: AnyAct, *, seat: Seat | None, key: str | None, at: datetime
) -> Position:
    """Write the next event, inside the transaction that locks the game's row. Raises IllegalMove."""
    position = after(game, before, value, seat)
    event = Event(
        game=game,
        seq=position.seq,
        act=value.act,
        seat=seat,
        text=acts.write(value),
        at=at,
        key=key,
        digest=digest(game, position),
    )
    event.chain = chain(before.chain, event)
    event.save(force_insert=True)
    return replace(position, chain=event.chain)


def digest(game: Game, position: Position) -> str:
    """The hash of the state, the offer of a draw and the ending."""
    encoded = kinds.get(game.kind).rules.encode(position.state)
    ending = position.ending
    platform = [position.draw_offer, ending and [ending.by, ending.winner]]
    return hashlib.sha256(f"{encoded}\n{json.dumps(platform)}".encode()).hexdigest()


def chain(before: str, event: Event) -> str:
    """The hash of an event on top of the hash of all events before it."""
    row = [before, event.game_id, event.seq, event.act, event.seat, event.text]
    row += [event.at.isoformat(timespec="microseconds"), event.key, event.digest]
    return hashlib.sha256(json.dumps(row).encode()).hexdigest()


def remember(position: Position) -> None:
    """Cache a position for the next reader. Inside a transaction, which may be rolled back, only when it commits."""
    if is_in_transaction():
        transaction.on_commit(lambda: _recent.put(position))
    else:
        _recent.put(position)


def _may_be_remembered(game: Game, position: Position) -> bool:
    """What is remembered is for every reader, so it holds nothing that only one player may know."""
    return position.known(kinds.get(game.kind).rules) == position.seq


def is_in_transaction() -> bool:
    return connection.in_atomic_block


def _after_standing(game: Game, known: Position, seq: int) -> Position | None:
    """The game after a move that still stands later on: its moves are known, and are folded at once.

    Only the hash and the offers of a draw are read from the log. None: all the events must be folded.
    """
    moves = known.moves[: bisect_right(known.moves, seq, key=lambda move: move.seq)]
    if not moves or moves[-1].seq != seq:
        return None
    offers = (Act.OFFER_DRAW, Act.DECLINE_DRAW)
    asked = Q(seq=seq) | Q(seq__lt=seq, act__in=(*offers, Act.SUBSTITUTE, Act.LEAVE, *acts.BY_MODERATORS))
    rows = Event.objects.filter(asked, game=game).order_by("seq").values_list("seq", "act", "seat", "chain")
    *earlier, (_, _, _, chain) = rows
    kind = kinds.get(game.kind)
    if earlier and (kind.has_undo or any(row[1] not in offers for row in earlier)):
        return None  # a move that was taken back may have ended the offer
    offer = None
    if earlier and earlier[-1][1] == Act.OFFER_DRAW:
        since, _, seat, _ = earlier[-1]
        offer = None if any(move.seat == seat for move in moves if move.seq > since) else _seat(seat)
    start = beginning(game)
    return replace(
        start,
        seq=seq,
        chain=chain,
        state=kind.rules.fold(start.state, [move.text for move in moves]),
        moves=moves,
        draw_offer=offer,
        rolls=sum(move.seat is None for move in moves),
        platform_events=tuple(event for event in known.platform_events if event.seq < seq),
        is_alone=known.is_mirrored,
    )


def _seat(number: int | None) -> Seat | None:
    return Seat(number) if number else None


class _Recent:
    """The last positions that this process has seen, by game."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._positions: OrderedDict[int, Position] = OrderedDict()
        self._lock = Lock()

    def get(self, game: int) -> Position | None:
        with self._lock:
            if game in self._positions:
                self._positions.move_to_end(game)
            return self._positions.get(game)

    def put(self, position: Position) -> None:
        with self._lock:
            known = self._positions.get(position.game)
            if known is None or known.seq < position.seq:
                self._positions[position.game] = position
            self._positions.move_to_end(position.game)
            while len(self._positions) > self._most:
                self._positions.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._positions.clear()


_recent = _Recent(most=1000)
forget_all = _recent.clear  # for tests, whose databases begin anew
