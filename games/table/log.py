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
from dataclasses import dataclass, field, replace
from datetime import datetime
from threading import Lock
from typing import Any

from django.db import connection, transaction
from django.db.models import Q

from games import kinds
from games.contract import NOBODY, Actor, IllegalMove, Seat
from games.models import Event, Game

Kind = Event.Kind
GENESIS = "0" * 64  # what the first event is chained to
DRAW = "draw"  # the text of a decision for neither
TURN = "turn"  # the text of an undo that takes back everything since the turn began
MODERATION = frozenset(  # what only moderators do; such an event has a key and no seat
    {
        Kind.ANNUL,
        Kind.ADJUDICATE,
        Kind.RESTORE,
        Kind.REWIND,
        Kind.PAUSE,
        Kind.RESUME,
        Kind.ADD_TIME,
        Kind.TAKE_TIME,
        Kind.BOT_IN,
        Kind.BOT_OUT,
        Kind.HIDE,
        Kind.SHOW,
    }
)
UNTOLD = frozenset({Kind.MOVE, Kind.UNDO, Kind.OFFER_DRAW, Kind.DECLINE_DRAW})  # everything else is a deed
ANNULLED, ADJUDICATED = "annulled", "adjudicated"
SETTLED = "settled"  # the text of an ending on time that nobody asked for


@dataclass(frozen=True, slots=True)
class Made:
    """A move that stands: not taken back."""

    seq: int
    seat: Seat | None  # None: chance
    text: str


@dataclass(frozen=True, slots=True)
class Deed:
    """What was done in a game besides moves: an ending, time, a bot, or an act of a moderator. It stays told."""

    seq: int
    kind: Event.Kind
    seat: Seat | None  # None: a moderator
    text: str
    step: int  # how many moves stood after it


@dataclass(frozen=True, slots=True)
class Ending:
    """How the platform ended a game; a game that the rules end needs none."""

    decided: str  # resign, agreement, abort, timeout, and of moderators annulled or adjudicated
    winner: Seat | None
    seq: int = field(default=0, compare=False)  # of the deed

    @property
    def is_by_moderator(self) -> bool:
        return self.decided in (ANNULLED, ADJUDICATED)


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
    rolls: int = 0  # moves of chance, also those that a moderator took back: none of them is ever rolled again
    bots: frozenset[Seat] = frozenset()  # that play on in a person's place
    added: tuple[int, int] = (0, 0)  # hours that moderators added for each seat since it last moved
    is_paused: bool = False
    is_hidden: bool = False
    deeds: tuple[Deed, ...] = ()
    back: Position | None = None  # before the last decision of a moderator: what restoring it leads to

    @property
    def is_moderated(self) -> bool:
        return any(deed.seat is None for deed in self.deeds)

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
        remember(known)
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
        remember(fold(game, known[pk], missing[pk]))


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
    if kind in MODERATION:
        decided = moderated(game, before, kind, text)
        deed = Deed(seq, kind, None, text, len(decided.moves))
        return replace(decided, seq=seq, chain=chain, deeds=(*before.deeds, deed))
    state, moves, offer, ending = before.state, before.moves, before.draw_offer, before.ending
    rolls, bots, added = before.rolls, before.bots, before.added
    match kind:
        case Kind.MOVE:
            state = rules.apply(state, text)
            moves = (*moves, Made(seq, seat, text))
            offer = None if offer is seat else offer
            rolls += seat is None
            if seat and not bots:  # while a bot plays on for somebody no clock runs, and nothing is used up
                added = _with_hours(added, seat, 0)
        case Kind.UNDO:
            moves = _taken_back(moves, is_whole_turn=text == TURN)
            state = rules.fold(rules.initial(game.options), [move.text for move in moves])
        case Kind.OFFER_DRAW:
            offer = seat
        case Kind.DECLINE_DRAW:
            offer = None
        case Kind.ACCEPT_DRAW:
            offer, ending = None, Ending("agreement", None, seq)
        case Kind.RESIGN:
            assert seat
            offer, ending = None, Ending("resign", seat.other, seq)
        case Kind.ABORT:
            offer, ending = None, Ending("abort", None, seq)
        case Kind.TIMEOUT:
            offer, ending = None, Ending("timeout", seat, seq)
        case Kind.SUBSTITUTE:
            assert seat
            bots |= {seat.other}
    deeds = () if kind in UNTOLD else (Deed(seq, kind, seat, text, len(moves)),)
    return replace(
        before,
        seq=seq,
        chain=chain,
        state=state,
        moves=moves,
        draw_offer=offer,
        ending=ending,
        rolls=rolls,
        bots=bots,
        added=added,
        deeds=(*before.deeds, *deeds),
    )


def moderated(game: Game, before: Position, kind: Event.Kind, text: str) -> Position:
    """The position after an act of a moderator. Raises IllegalMove for one that leads nowhere."""
    match kind:
        case Kind.ANNUL:
            return replace(before, draw_offer=None, ending=Ending(ANNULLED, None, before.seq + 1), back=before)
        case Kind.ADJUDICATE:
            winner = None if text == DRAW else Seat(int(text))
            return replace(before, draw_offer=None, ending=Ending(ADJUDICATED, winner, before.seq + 1), back=before)
        case Kind.RESTORE:
            back = before.back
            if back is None:
                raise IllegalMove("nothing-to-restore", "")
            kept = {"state": back.state, "moves": back.moves, "draw_offer": back.draw_offer, "ending": back.ending}
            return replace(before, **kept, back=back.back)
        case Kind.REWIND:
            moves = tuple(made for made in before.moves if made.seq <= int(text))
            rules = kinds.get(game.kind).rules
            state = rules.fold(rules.initial(game.options), [made.text for made in moves])
            return replace(before, state=state, moves=moves, draw_offer=None, ending=None, back=before)
        case Kind.PAUSE | Kind.RESUME:
            return replace(before, is_paused=kind is Kind.PAUSE)
        case Kind.ADD_TIME | Kind.TAKE_TIME:
            whose, hours = Seat(int(text[0])), int(text[2:])
            hours = before.added[whose - 1] + (hours if kind is Kind.ADD_TIME else -hours)
            return replace(before, added=_with_hours(before.added, whose, hours))
        case Kind.HIDE | Kind.SHOW:
            return replace(before, is_hidden=kind is Kind.HIDE)
        case Kind.BOT_IN | Kind.BOT_OUT:
            seat = Seat(int(text[0]))
            return replace(before, bots=before.bots | {seat} if kind is Kind.BOT_IN else before.bots - {seat})
    return before


def is_revealed(position: Position, rules: Any) -> bool:
    """Whether the seed may be known: the game has come to an end, other than by a moderator, who may reverse it."""
    while position.ending and position.ending.is_by_moderator and position.back:
        position = position.back
    return position.actor(rules) is NOBODY


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
    return replace(position, chain=event.chain)


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
    """Cache a position for the next reader. Inside a transaction, which may be rolled back, only when it commits."""
    if is_in_transaction():
        transaction.on_commit(lambda: _recent.put(position))
    else:
        _recent.put(position)


def is_in_transaction() -> bool:
    return connection.in_atomic_block


def _after_standing(game: Game, known: Position, seq: int) -> Position | None:
    """The game after a move that still stands later on: its moves are known, and are folded at once.

    Only what the platform adds is asked of the log: the hash, and whether a draw was on offer.
    """
    moves = known.moves[: bisect_right(known.moves, seq, key=lambda made: made.seq)]
    if not moves or moves[-1].seq != seq:
        return None
    offers = (Kind.OFFER_DRAW, Kind.DECLINE_DRAW)
    asked = Q(seq=seq) | Q(seq__lt=seq, kind__in=(*offers, Kind.SUBSTITUTE, *MODERATION))
    rows = Event.objects.filter(asked, game=game).order_by("seq").values_list("seq", "kind", "seat", "chain")
    *talk, (_, _, _, chain) = rows
    kind = kinds.get(game.kind)
    if talk and (kind.has_undo or any(row[1] not in offers for row in talk)):
        return None  # a move that was taken back may have ended the offer: only all the events say
    offer = None
    if talk and talk[-1][1] == Kind.OFFER_DRAW:
        since, _, seat, _ = talk[-1]
        offer = None if any(made.seat == seat for made in moves if made.seq > since) else _seat(seat)
    state = kind.rules.fold(kind.rules.initial(game.options), [made.text for made in moves])
    rolls = sum(made.seat is None for made in moves)
    deeds = tuple(deed for deed in known.deeds if deed.seq < seq)
    return Position(game.pk, seq, chain, state, moves, offer, rolls=rolls, deeds=deeds)


def _taken_back(moves: tuple[Made, ...], *, is_whole_turn: bool) -> tuple[Made, ...]:
    """Without the last move, or without all that its player did since the other player or chance moved."""
    stay = len(moves) - 1
    while is_whole_turn and stay and moves[stay - 1].seat is moves[-1].seat:
        stay -= 1
    return moves[:stay]


def _with_hours(added: tuple[int, int], seat: Seat, hours: int) -> tuple[int, int]:
    one, two = added
    return (hours, two) if seat is Seat.ONE else (one, hours)


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
