"""The acts of a game as values. Only this module reads and writes the text of an event (docs/log.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from games.contract import IllegalMove, Seat
from games.models import Event

Act = Event.Act

BY_MODERATORS: Final = frozenset(  # such an event has a key and no seat
    {
        Act.ANNUL,
        Act.ADJUDICATE,
        Act.RESTORE,
        Act.REWIND,
        Act.PAUSE,
        Act.RESUME,
        Act.ADD_TIME,
        Act.TAKE_TIME,
        Act.BOT_IN,
        Act.BOT_OUT,
        Act.HIDE,
        Act.SHOW,
    }
)
# LEAVE in the name of a seat, when its player deletes the account; RELEASE, like a move of chance, in nobody's.
BY_THE_SITE: Final = frozenset({Act.LEAVE, Act.RELEASE})
DECISIONS: Final = frozenset({Act.ANNUL, Act.ADJUDICATE, Act.RESTORE, Act.REWIND})  # what a moderator may reverse
UNTOLD: Final = frozenset({Act.MOVE, Act.UNDO, Act.OFFER_DRAW, Act.DECLINE_DRAW, Act.RELEASE})  # no platform events
BEGIN_ANEW: Final = frozenset({Act.REWIND, Act.RESTORE, Act.BOT_OUT})  # the seat to move gets a whole turn's time


@dataclass(frozen=True, slots=True)
class Plain:
    """An act without a text: resigning, offers of a draw, and several acts of moderators."""

    act: Act


@dataclass(frozen=True, slots=True)
class Move:
    act: ClassVar[Act] = Act.MOVE
    text: str  # in the notation of the kind


@dataclass(frozen=True, slots=True)
class Undo:
    act: ClassVar[Act] = Act.UNDO
    is_whole_turn: bool = False  # else of the last move only


@dataclass(frozen=True, slots=True)
class Abort:
    act: ClassVar[Act] = Act.ABORT
    is_settled: bool = False  # by the site, because nobody decided in time


@dataclass(frozen=True, slots=True)
class Timeout:
    act: ClassVar[Act] = Act.TIMEOUT
    is_settled: bool = False  # by the site, because nobody decided in time


@dataclass(frozen=True, slots=True)
class GiveTime:
    act: ClassVar[Act] = Act.GIVE_TIME
    hours: int


@dataclass(frozen=True, slots=True)
class Substitute:
    act: ClassVar[Act] = Act.SUBSTITUTE
    bot: str  # plays on for the other seat


@dataclass(frozen=True, slots=True)
class Leave:
    act: ClassVar[Act] = Act.LEAVE
    bot: str  # plays on for the seat that leaves


@dataclass(frozen=True, slots=True)
class Release:
    """A board of a mirror match goes on, as the other one does at the same moment."""

    act: ClassVar[Act] = Act.RELEASE
    is_alone: bool = False  # from now on it waits for the other one no more


@dataclass(frozen=True, slots=True)
class Adjudicate:
    act: ClassVar[Act] = Act.ADJUDICATE
    winner: Seat | None  # None: a draw


@dataclass(frozen=True, slots=True)
class Rewind:
    act: ClassVar[Act] = Act.REWIND
    seq: int  # of the last move that stays


@dataclass(frozen=True, slots=True)
class AddTime:
    act: ClassVar[Act] = Act.ADD_TIME
    seat: Seat
    hours: int


@dataclass(frozen=True, slots=True)
class TakeTime:
    act: ClassVar[Act] = Act.TAKE_TIME
    seat: Seat
    hours: int


@dataclass(frozen=True, slots=True)
class BotIn:
    act: ClassVar[Act] = Act.BOT_IN
    seat: Seat
    bot: str


@dataclass(frozen=True, slots=True)
class BotOut:
    act: ClassVar[Act] = Act.BOT_OUT
    seat: Seat


AnyAct = (
    Plain
    | Move
    | Undo
    | Abort
    | Timeout
    | GiveTime
    | Substitute
    | Leave
    | Release
    | Adjudicate
    | Rewind
    | AddTime
    | TakeTime
    | BotIn
    | BotOut
)


def read(act: Act, text: str) -> AnyAct:
    """The value of an act with this text. Raises IllegalMove where a moderator's act has a text of another form.

    Where the text of a player's act means nothing, it is dropped.
    """
    if act in _READERS:
        return _READERS[act](text)
    if text and act in BY_MODERATORS:
        raise IllegalMove("no-such-act", "")
    return Plain(act)


def write(value: AnyAct) -> str:
    """The text under which an act is stored."""
    match value:
        case Move(text):
            return text
        case Undo(is_whole_turn):
            return _WHOLE_TURN if is_whole_turn else ""
        case Abort(is_settled) | Timeout(is_settled):
            return _SETTLED if is_settled else ""
        case GiveTime(hours):
            return str(hours)
        case Substitute(bot) | Leave(bot):
            return bot
        case Release(is_alone):
            return _ALONE if is_alone else ""
        case Adjudicate(winner):
            return _DRAW if winner is None else str(int(winner))
        case Rewind(seq):
            return str(seq)
        case AddTime(seat, hours) | TakeTime(seat, hours):
            return f"{seat:d} {hours}"
        case BotIn(seat, bot):
            return f"{seat:d} {bot}"
        case BotOut(seat):
            return str(int(seat))
        case Plain():
            return ""


_DRAW = "draw"
_WHOLE_TURN = "turn"
_SETTLED = "settled"
_ALONE = "alone"


def _fields(form: str, text: str) -> tuple[str, ...]:
    """The parts of a moderator's text. Raises IllegalMove if it has another form."""
    found = re.fullmatch(form, text)
    if found is None:
        raise IllegalMove("no-such-act", "")
    return found.groups()


def _read_gift(text: str) -> GiveTime:
    return GiveTime(int(text) if re.fullmatch("[0-9]{1,4}", text) else 0)  # the checks know no gift of 0 hours


def _read_adjudicate(text: str) -> Adjudicate:
    (winner,) = _fields(f"([12]|{_DRAW})", text)
    return Adjudicate(None if winner == _DRAW else Seat(int(winner)))


def _read_rewind(text: str) -> Rewind:
    (seq,) = _fields("([0-9]{1,9})", text)
    return Rewind(int(seq))


def _read_add_time(text: str) -> AddTime:
    seat, hours = _fields("([12]) ([1-9][0-9]{0,2})", text)
    return AddTime(Seat(int(seat)), int(hours))


def _read_take_time(text: str) -> TakeTime:
    seat, hours = _fields("([12]) ([1-9][0-9]{0,4})", text)
    return TakeTime(Seat(int(seat)), int(hours))


def _read_bot_in(text: str) -> BotIn:
    seat, bot = _fields("([12]) ([a-z]{1,20})", text)
    return BotIn(Seat(int(seat)), bot)


def _read_bot_out(text: str) -> BotOut:
    (seat,) = _fields("([12])", text)
    return BotOut(Seat(int(seat)))


_READERS: Final[Mapping[Act, Callable[[str], AnyAct]]] = {
    Act.MOVE: Move,
    Act.UNDO: lambda text: Undo(text == _WHOLE_TURN),
    Act.ABORT: lambda text: Abort(text == _SETTLED),
    Act.TIMEOUT: lambda text: Timeout(text == _SETTLED),
    Act.GIVE_TIME: _read_gift,
    Act.SUBSTITUTE: Substitute,
    Act.LEAVE: Leave,
    Act.RELEASE: lambda text: Release(text == _ALONE),
    Act.ADJUDICATE: _read_adjudicate,
    Act.REWIND: _read_rewind,
    Act.ADD_TIME: _read_add_time,
    Act.TAKE_TIME: _read_take_time,
    Act.BOT_IN: _read_bot_in,
    Act.BOT_OUT: _read_bot_out,
}
