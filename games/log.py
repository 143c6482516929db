"""The event store: the only writer of events, and where a game's state comes from.

A game is its events folded: moves go to the rules, ``undo`` takes the last of them back, and the
acts of the platform (resigning, a draw, time that ran out) end it. Every event carries the digest of the
state after it, and a hash that chains it to the one before, so that any change is found.
"""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any

from django.db.models import Q

from games import kinds
from games.contract import NOBODY, Actor, Seat
from games.models import Event, Game

Kind = Event.Kind
GENESIS = "0" * 64  # what the first event is chained to
TURN = "turn"  # the text of an undo that takes back everything since the turn began
SETTLED = "settled"  # the text of an ending on time that nobody asked for


@dataclass(frozen=True, slots=True)
class Made:
    """A move that stands: not taken back."""

    seq: int
    seat: Seat | None  # None: chance
    text: str


@dataclass(frozen=True, slots=True)
class Ending:
    """How the platform ended a game; a game that the rules end needs none."""

    decided: str  # resign, agreement, abort or timeout
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Position:
    """A game after one of its events."""

    game: int
    seq: int
    chain: str
    state: Any
    moves: tuple[Made, ...] = ()
    draw_offer: Seat | None = None
    ending: Ending | None = None

    def actor(self, rules: Any) -> Actor:
        actor: Actor = NOBODY if self.ending else rules.actor(self.state)
        return actor


def position(game: Game, at: int | None = None) -> Position:
    """The game after event ``at``, or after its last one: folded on from the last position known here."""
    seq = game.head if at is None else at
    known = _recent.get(game.pk)
    if known is not None and known.seq > seq:
        known = _after_standing(game, known, seq)
    if known is None:
        known = beginning(game)
    if known.seq < seq:
        missing = Event.objects.filter(game=game, seq__gt=known.seq, seq__lte=seq).order_by("seq")
        known = fold(game, known, missing)
    if at is None:
        _recent.put(known)
    return known


def catch_up(games: Sequence[Game]) -> None:
    """Know where all these games stand, with one query for what is missing here: for lists of games."""
    known = {game.pk: _recent.get(game.pk) or beginning(game) for game in games}
    behind = {game.pk: game for game in games if known[game.pk].seq < game.head}
    missing: dict[int, list[Event]] = {pk: [] for pk in behind}
    for event in Event.objects.filter(game__in=behind).order_by("seq") if behind else ():
        if known[event.game_id].seq < event.seq <= behind[event.game_id].head:
            missing[event.game_id].append(event)
    for pk, game in behind.items():
        _recent.put(fold(game, known[pk], missing[pk]))


def beginning(game: Game) -> Position:
    state = kinds.get(game.kind).rules.initial(game.options)
    return Position(game.pk, 0, GENESIS, state)


def fold(game: Game, position: Position, events: Iterable[Event]) -> Position:
    for event in events:
        position = after(game, position, Kind(event.kind), _seat(event.seat), event.text, event.seq, event.chain)
    return position


def after(
    game: Game, before: Position, kind: Event.Kind, seat: Seat | None, text: str, seq: int, chain: str = ""
) -> Position:
    """The position after one more event. Raises IllegalMove for a move that the rules refuse."""
    rules = kinds.get(game.kind).rules
    state, moves, offer, ending = before.state, before.moves, before.draw_offer, before.ending
    match kind:
        case Kind.MOVE:
            state = rules.apply(state, text)
            moves = (*moves, Made(seq, seat, text))
            offer = None if offer is seat else offer
        case Kind.UNDO:
            moves = _taken_back(moves, is_whole_turn=text == TURN)
            state = rules.fold(rules.initial(game.options), [move.text for move in moves])
        case Kind.OFFER_DRAW:
            offer = seat
        case Kind.DECLINE_DRAW:
            offer = None
        case Kind.ACCEPT_DRAW:
            offer, ending = None, Ending("agreement", None)
        case Kind.RESIGN:
            assert seat
            offer, ending = None, Ending("resign", seat.other)
        case Kind.ABORT:
            offer, ending = None, Ending("abort", None)
        case Kind.TIMEOUT:
            offer, ending = None, Ending("timeout", seat)
    return Position(game.pk, seq, chain, state, moves, offer, ending)


def append(
    game: Game, before: Position, *, kind: Event.Kind, seat: Seat | None, text: str, key: str | None, at: datetime
) -> Position:
    """Write the next event; inside the transaction that holds the game's row. Raises IllegalMove."""
    position = after(game, before, kind, seat, text, before.seq + 1)
    event = Event(
        game=game,
        seq=position.seq,
        kind=kind,
        seat=seat,
        text=text,
        at=at,
        key=key,
        digest=digest(game, position),
    )
    event.chain = chain(before.chain, event)
    event.save(force_insert=True)
    return Position(
        game.pk,
        position.seq,
        event.chain,
        position.state,
        position.moves,
        position.draw_offer,
        position.ending,
    )


def digest(game: Game, position: Position) -> str:
    """Of the state and of what the platform adds to it."""
    encoded = kinds.get(game.kind).rules.encode(position.state)
    ending = position.ending
    platform = [position.draw_offer, ending and [ending.decided, ending.winner]]
    return hashlib.sha256(f"{encoded}\n{json.dumps(platform)}".encode()).hexdigest()


def chain(before: str, event: Event) -> str:
    """The hash of an event on top of the hash of all events before it."""
    row = [before, event.game_id, event.seq, event.kind, event.seat, event.text]
    row += [event.at.isoformat(timespec="microseconds"), event.key, event.digest]
    return hashlib.sha256(json.dumps(row).encode()).hexdigest()


def remember(position: Position) -> None:
    """Keep a position for the next reader; only once its events are committed."""
    _recent.put(position)


def chance_moves(moves: Sequence[Made]) -> int:
    """How many moves chance has made: the number of its next stream."""
    return sum(1 for move in moves if move.seat is None)


def _after_standing(game: Game, known: Position, seq: int) -> Position | None:
    """The game after a move that still stands later on: its moves are known, and are folded at once.

    Only what the platform adds is asked of the log: the hash, and whether a draw was on offer.
    """
    moves = known.moves[: bisect_right(known.moves, seq, key=lambda made: made.seq)]
    if not moves or moves[-1].seq != seq:
        return None
    asked = Q(seq=seq) | Q(seq__lt=seq, kind__in=(Kind.OFFER_DRAW, Kind.DECLINE_DRAW))
    rows = Event.objects.filter(asked, game=game).order_by("seq").values_list("seq", "kind", "seat", "chain")
    *talk, (_, _, _, chain) = rows
    kind = kinds.get(game.kind)
    if talk and kind.has_undo:
        return None  # a move that was taken back may have ended the offer: only all the events say
    offer = None
    if talk and talk[-1][1] == Kind.OFFER_DRAW:
        since, _, seat, _ = talk[-1]
        offer = None if any(made.seat == seat for made in moves if made.seq > since) else _seat(seat)
    state = kind.rules.fold(kind.rules.initial(game.options), [made.text for made in moves])
    return Position(game.pk, seq, chain, state, moves, offer)


def _taken_back(moves: tuple[Made, ...], *, is_whole_turn: bool) -> tuple[Made, ...]:
    """Without the last move, or without all that its player did since the other player or chance moved."""
    stay = len(moves) - 1
    while is_whole_turn and stay and moves[stay - 1].seat is moves[-1].seat:
        stay -= 1
    return moves[:stay]


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
