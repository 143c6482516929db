"""A game after one of its events, and how one more event changes it. Nothing here reads or writes the database.

Moves go to the rules, an undo takes the last of them back, and the other acts of players and moderators change what
the platform adds: offers, the ending, who plays each seat, whether the game is rated, stopped or hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import groupby
from typing import Any, Final, TypeAlias, TypeVar

from games import kinds
from games.contract import NOBODY, Actor, IllegalMove, Seat
from games.models import EndedBy, Game
from games.table import acts
from games.table.acts import Act, AnyAct

T = TypeVar("T")
GENESIS = "0" * 64  # the hash that the first event is chained to
PlayedEvent: TypeAlias = tuple[AnyAct, Seat | None, str]  # an act, whose it was, and the hash of its event


class Wait(Enum):
    """Why nobody is to move in a game that goes on."""

    HELD = "held"  # a board of a mirror match waits for the other one: see docs/mirror.md


HELD: Final = Wait.HELD


@dataclass(frozen=True, slots=True)
class StandingMove:
    """A move that was not taken back."""

    seq: int
    seat: Seat | None  # None: chance
    text: str


@dataclass(frozen=True, slots=True)
class PlatformEvent:
    """An act besides moves and offers: an ending, time, a bot, or an act of a moderator. Pages tell it for ever."""

    seq: int
    value: AnyAct
    seat: Seat | None  # None: a moderator
    step: int  # how many moves stood after it

    @property
    def act(self) -> Act:
        return self.value.act


@dataclass(frozen=True, slots=True)
class Ending:
    """How the platform ended a game. A game that the rules end has none."""

    by: EndedBy
    winner: Seat | None
    seq: int = field(default=0, compare=False)  # of the event


@dataclass(frozen=True, slots=True)
class Position:
    """A game after one of its events."""

    game: int
    seq: int
    chain: str
    state: Any
    moves: tuple[StandingMove, ...] = ()
    draw_offer: Seat | None = None
    ending: Ending | None = None
    rolls: int = 0  # moves of chance, with those that a moderator took back: none of them is ever rolled again
    is_rated: bool = False
    stand_ins: tuple[str, str] = ("", "")  # the bot that plays on for the person in each seat
    left: frozenset[Seat] = frozenset()  # seats whose players have left
    rated_before: tuple[bool, bool] = (False, False)  # whether it was rated when a moderator gave the seat to a bot
    added: tuple[int, int] = (0, 0)  # hours that moderators added for each seat since it last moved
    is_paused: bool = False
    is_hidden: bool = False
    platform_events: tuple[PlatformEvent, ...] = ()
    back: Position | None = None  # before the last decision of a moderator: what restoring it leads to
    is_mirrored: bool = False  # one of the two games of a mirror match
    is_alone: bool = False  # that waits for the other one no more
    released: int = 0  # the event by which it went on last

    @property
    def is_moderated(self) -> bool:
        return any(event.seat is None for event in self.platform_events)

    @property
    def has_stand_ins(self) -> bool:
        return any(self.stand_ins)

    def stand_in(self, seat: Seat) -> str:
        """The bot that plays on for the person in this seat, or nothing."""
        return self.stand_ins[seat - 1]

    @property
    def is_in_step(self) -> bool:
        """Whether this board and the other one of the match wait for each other."""
        return self.is_mirrored and not self.is_alone

    def actor(self, rules: Any) -> Actor | Wait:
        if self.ending:
            return NOBODY
        actor: Actor = rules.actor(self.state)
        return HELD if self.is_in_step and self._holder(actor) else actor

    def held_by(self, rules: Any) -> Seat | None:
        """The seat that has finished its turn, of a board that waits for the other one."""
        return self._holder(rules.actor(self.state)) if self.is_in_step and not self.ending else None

    def known(self, rules: Any) -> int:
        """The last event that both players may know. What follows it is the step of one of them, until it is over."""
        if not self.is_in_step or self.actor(rules) is NOBODY:
            return self.seq
        rolled = next((move.seq for move in reversed(self.moves) if move.seat is None), 0)
        return max(rolled, self.released)

    def _holder(self, actor: Actor) -> Seat | None:
        """Who has moved since the board went on last, and has handed the move over."""
        last = self.moves[-1] if self.moves else None
        if last is None or last.seq <= self.released or actor is NOBODY or actor == last.seat:
            return None
        return last.seat


def beginning(game: Game) -> Position:
    state = kinds.get(game.kind).rules.initial(game.options)
    is_mirrored = game.partner_id is not None
    return Position(game.pk, 0, GENESIS, state, is_rated=game.agreed_rated, is_mirrored=is_mirrored)


def after(game: Game, before: Position, value: AnyAct, seat: Seat | None, chain: str = "") -> Position:
    """The position after one more event. Raises IllegalMove for a move that the rules refuse."""
    seq = before.seq + 1
    changed = moderated(game, before, value) if value.act in acts.BY_MODERATORS else _played(game, before, value, seat)
    told = changed.platform_events
    if value.act not in acts.UNTOLD:
        told = (*told, PlatformEvent(seq, value, seat, len(changed.moves)))
    return replace(changed, seq=seq, chain=chain, platform_events=told)


def after_all(game: Game, before: Position, events: Iterable[PlayedEvent]) -> Position:
    """The position after all these events, one by one, only faster: moves that were taken back are never made.

    What the platform adds is followed through every event; the state is worked out where it is needed, which is where
    a moderator decides, because that can be restored, and at the end. Raises IllegalMove.
    """
    known = position = before  # known: the last position that has its state; later ones may have one that is too old
    for is_untold, run in groupby(events, key=_is_untold):
        if is_untold:
            position = _played_on(position, run)
            continue
        for value, seat, chain in run:
            if value.act in acts.DECISIONS:
                known = position = after(game, _with_state(game, known, position), value, seat, chain)
            else:
                position = after(game, position, value, seat, chain)
    return _with_state(game, known, position)


def is_revealed(position: Position, rules: Any) -> bool:
    """Whether the seed may be known: the game was over, other than by a decision that a moderator may reverse."""
    while position.ending and position.ending.by.is_by_moderator and position.back:
        position = position.back
    return position.actor(rules) is NOBODY


def moderated(game: Game, before: Position, value: AnyAct) -> Position:
    """After an act of a moderator, but for its number. Raises IllegalMove for one that leads nowhere."""
    match value:
        case acts.Plain(Act.ANNUL):
            return _decided(before, EndedBy.ANNULMENT, None)
        case acts.Adjudicate(winner):
            return _decided(before, EndedBy.ADJUDICATION, winner)
        case acts.Plain(Act.RESTORE):
            return _restored(before)
        case acts.Rewind(seq):
            moves = tuple(move for move in before.moves if move.seq <= seq)
            return replace(_with_moves(game, before, moves), draw_offer=None, ending=None, back=before)
        case acts.Plain(Act.PAUSE | Act.RESUME):
            return replace(before, is_paused=value.act is Act.PAUSE)
        case acts.Plain(Act.HIDE | Act.SHOW):
            return replace(before, is_hidden=value.act is Act.HIDE)
        case acts.AddTime(seat, hours):
            return replace(before, added=_with(before.added, seat, before.added[seat - 1] + hours))
        case acts.TakeTime(seat, hours):
            return replace(before, added=_with(before.added, seat, before.added[seat - 1] - hours))
        case acts.BotIn(seat, bot):
            rated_before = _with(before.rated_before, seat, before.is_rated)
            return replace(_with_stand_in(before, seat, bot), rated_before=rated_before)
        case acts.BotOut(seat):
            return _given_back(before, seat)
    raise ValueError(f"{value.act} is no act of a moderator")


def _played(game: Game, before: Position, value: AnyAct, seat: Seat | None) -> Position:
    """After an act of a player or a move of chance, but for its number."""
    if isinstance(value, acts.Move):
        return _moved(game, before, value, seat)
    if isinstance(value, acts.Release):
        return replace(before, released=before.seq + 1, is_alone=before.is_alone or value.is_alone)
    if seat is None:
        raise ValueError(f"{value.act} needs a seat")
    match value:
        case acts.Undo(is_whole_turn):
            return _with_moves(game, before, before.moves[: _staying(before.moves, is_whole_turn=is_whole_turn)])
        case acts.Plain(Act.OFFER_DRAW):
            return replace(before, draw_offer=seat)
        case acts.Plain(Act.DECLINE_DRAW):
            return replace(before, draw_offer=None)
        case acts.Plain(Act.ACCEPT_DRAW):
            return _ended(before, EndedBy.AGREEMENT, None)
        case acts.Plain(Act.RESIGN):
            return _ended(before, EndedBy.RESIGNATION, seat.other)
        case acts.Abort():
            return _ended(before, EndedBy.ABORT, None)
        case acts.Timeout():
            return _ended(before, EndedBy.TIMEOUT, seat)
        case acts.Substitute(bot):
            return _with_stand_in(before, seat.other, bot)
        case acts.Leave(bot):
            return replace(_with_stand_in(before, seat, bot), left=before.left | {seat})
        case acts.GiveTime():
            return before  # what it does to the clocks is in the projection
    raise ValueError(f"{value.act} is no act of a player")


def _moved(game: Game, before: Position, move: acts.Move, seat: Seat | None) -> Position:
    is_timed = not before.has_stand_ins  # while a bot plays on no clock runs, and no added time is used up
    return replace(
        before,
        state=kinds.get(game.kind).rules.apply(before.state, move.text),
        moves=(*before.moves, StandingMove(before.seq + 1, seat, move.text)),
        draw_offer=None if before.draw_offer is seat else before.draw_offer,
        rolls=before.rolls + (seat is None),
        added=_with(before.added, seat, 0) if seat and is_timed else before.added,
    )


def _is_untold(event: PlayedEvent) -> bool:
    """A move, or taking one back, or an offer of a draw: what nearly all events are."""
    value, seat, _ = event
    return value.act in acts.UNTOLD and (seat is not None or value.act in (Act.MOVE, Act.RELEASE))


def _played_on(before: Position, events: Iterable[PlayedEvent]) -> Position:
    """After moves, undos and offers, but for the state. Must do to everything else what ``after`` does."""
    seq, chain, moves = before.seq, before.chain, list(before.moves)
    offer, rolls, added = before.draw_offer, before.rolls, before.added
    released, is_alone = before.released, before.is_alone
    is_timed = not before.has_stand_ins
    for value, seat, chain in events:  # noqa: B007 - the chain of the last one stays
        seq += 1
        match value:
            case acts.Move(text):
                moves.append(StandingMove(seq, seat, text))
                offer = None if offer is seat else offer
                if seat is None:
                    rolls += 1
                elif is_timed:
                    added = _with(added, seat, 0)
            case acts.Undo(is_whole_turn):
                del moves[_staying(moves, is_whole_turn=is_whole_turn) :]
            case acts.Release():
                released, is_alone = seq, is_alone or value.is_alone
            case _:
                offer = seat if value.act is Act.OFFER_DRAW else None
    return replace(
        before,
        seq=seq,
        chain=chain,
        moves=tuple(moves),
        draw_offer=offer,
        rolls=rolls,
        added=added,
        released=released,
        is_alone=is_alone,
    )


def _with_state(game: Game, known: Position, position: Position) -> Position:
    """The position with the state of its moves: folded on from the known one, unless moves of that were taken back."""
    count = len(known.moves)
    if position.moves[:count] != known.moves:
        return _with_moves(game, position, position.moves)
    more = [move.text for move in position.moves[count:]]
    return replace(position, state=kinds.get(game.kind).rules.fold(known.state, more))


def _ended(before: Position, by: EndedBy, winner: Seat | None) -> Position:
    return replace(before, draw_offer=None, ending=Ending(by, winner, before.seq + 1))


def _decided(before: Position, by: EndedBy, winner: Seat | None) -> Position:
    """By a moderator, who may restore what was before."""
    return replace(_ended(before, by, winner), back=before)


def _restored(before: Position) -> Position:
    """What the last decision of a moderator ended or took back is as it was. Clocks, bots and lists are as they are."""
    back = before.back
    if back is None:
        raise IllegalMove("nothing-to-restore", "")
    kept = {"state": back.state, "moves": back.moves, "draw_offer": back.draw_offer, "ending": back.ending}
    return replace(before, **kept, back=back.back)


def _with_moves(game: Game, before: Position, moves: tuple[StandingMove, ...]) -> Position:
    rules = kinds.get(game.kind).rules
    state = rules.fold(rules.initial(game.options), [move.text for move in moves])
    return replace(before, state=state, moves=moves)


def _with_stand_in(before: Position, seat: Seat, bot: str) -> Position:
    """A game in which a bot plays for a person is not rated."""
    return replace(before, stand_ins=_with(before.stand_ins, seat, bot), is_rated=before.is_rated and not bot)


def _given_back(before: Position, seat: Seat) -> Position:
    """A game that was rated until a moderator brought a bot in is rated again when no bot plays any more.

    Not one of a mirror match: its boards have gone on without waiting for each other.
    """
    without = replace(before, stand_ins=_with(before.stand_ins, seat, ""))
    is_rated_again = before.rated_before[seat - 1] and not without.has_stand_ins and not before.is_mirrored
    return replace(without, is_rated=before.is_rated or is_rated_again)


def _staying(moves: Sequence[StandingMove], *, is_whole_turn: bool) -> int:
    """How many stay without the last one, or without all of its player since the other player or chance moved."""
    stay = len(moves) - 1
    while is_whole_turn and stay and moves[stay - 1].seat is moves[-1].seat:
        stay -= 1
    return stay


def _with(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    one, two = pair
    return (value, two) if seat is Seat.ONE else (one, value)
