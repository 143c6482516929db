"""The checks of each act of a player: whether the platform lets a seat do it now. The rules judge the moves themselves.

Every check raises IllegalMove with the reason, or returns nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from games import kinds
from games.clocks import clock
from games.clocks.clock import Clocks
from games.contract import NOBODY, Actor, IllegalMove, Seat
from games.kinds import Kind
from games.models import Game
from games.table import acts
from games.table.acts import Act, AnyAct
from games.table.position import Position, Wait

HARDLY_BEGUN = 10  # moves of the players: with fewer, the player who waits in vain may call the game off


@dataclass(frozen=True, slots=True)
class Situation:
    """A seat that wants to act in a game, with the clocks that run then."""

    kind: Kind
    position: Position
    seat: Seat
    clocks: Clocks | None
    at: datetime | None

    @property
    def actor(self) -> Actor | Wait:
        return self.position.actor(self.kind.rules)


def check(
    game: Game,
    position: Position,
    seat: Seat,
    value: AnyAct,
    *,
    clocks: Clocks | None = None,
    at: datetime | None = None,
) -> None:
    """Raise IllegalMove if the platform does not let this seat do that at that moment."""
    situation = Situation(kinds.get(game.kind), position, seat, clocks, at)
    if situation.actor is NOBODY:
        raise IllegalMove("game-over", "")
    if value.act in acts.BY_MODERATORS:
        raise IllegalMove("for-moderators", "")
    _CHECKS[value.act](situation, value)


def check_elsewhere(game: Game, position: Position, seat: Seat, value: AnyAct) -> None:
    """The same for a game that came from a file, whose clocks ran elsewhere. Raises IllegalMove."""
    actor = position.actor(kinds.get(game.kind).rules)
    match value:
        case acts.Timeout():
            if actor is not seat.other:
                raise IllegalMove("game-over" if actor is NOBODY else "time-is-yours", "")
        case acts.Abort():
            if actor is not NOBODY and not is_hardly_begun(position):
                raise IllegalMove("both-have-moved", "")
        case _:
            check(game, position, seat, value)


def have_both_moved(position: Position) -> bool:
    return {move.seat for move in position.moves} >= {Seat.ONE, Seat.TWO}


def is_hardly_begun(position: Position) -> bool:
    return sum(move.seat is not None for move in position.moves) < HARDLY_BEGUN


def can_undo(kind: Kind, position: Position, seat: Seat) -> bool:
    """Inside one's own turn, and never past chance or the other player: the last move that stands must be one's own."""
    is_own_turn = position.actor(kind.rules) is seat
    return kind.has_undo and is_own_turn and bool(position.moves) and position.moves[-1].seat is seat


def _check_nothing(_situation: Situation, _value: AnyAct) -> None:
    """It can be done as long as the game runs."""


def _check_move(situation: Situation, _value: AnyAct) -> None:
    if situation.actor is not situation.seat:
        raise IllegalMove("not-your-turn", "")


def _check_undo(situation: Situation, _value: AnyAct) -> None:
    if not can_undo(situation.kind, situation.position, situation.seat):
        raise IllegalMove("nothing-to-undo", "")


def _check_offer(situation: Situation, _value: AnyAct) -> None:
    _require_draws(situation)
    if situation.position.draw_offer:
        raise IllegalMove("draw-is-offered", "")


def _check_answer(situation: Situation, _value: AnyAct) -> None:
    _require_draws(situation)
    if situation.position.draw_offer is not situation.seat.other:
        raise IllegalMove("no-draw-offered", "")


def _check_abort(situation: Situation, value: acts.Abort) -> None:
    if have_both_moved(situation.position):
        if not is_hardly_begun(situation.position) or not _is_late(situation, is_settled=value.is_settled):
            raise IllegalMove("both-have-moved", "")
    elif value.is_settled:
        _require_late(situation, is_settled=True)


def _check_timeout(situation: Situation, value: acts.Timeout) -> None:
    _require_late(situation, is_settled=value.is_settled)
    if not have_both_moved(situation.position):
        raise IllegalMove("nothing-won-yet", "")


def _check_substitute(situation: Situation, _value: AnyAct) -> None:
    _require_late(situation, is_settled=False)


def _check_gift(situation: Situation, value: acts.GiveTime) -> None:
    """Nobody gets beyond the longest time."""
    clocks, at = _require_clocks(situation)
    if value.hours not in clock.GIFTS:
        raise IllegalMove("no-such-gift", "")
    to = situation.seat.other
    left = clocks.left(to, at, is_to_move=situation.actor is to)
    if max(left, clock.NO_TIME) + timedelta(hours=value.hours) > clock.LONGEST:
        raise IllegalMove("time-enough", "")


def _check_leave(situation: Situation, _value: AnyAct) -> None:
    if situation.seat in situation.position.left:
        raise IllegalMove("so-already", "")


_CHECKS: Final[Mapping[Act, Callable[[Situation, Any], None]]] = {
    Act.MOVE: _check_move,
    Act.UNDO: _check_undo,
    Act.RESIGN: _check_nothing,
    Act.OFFER_DRAW: _check_offer,
    Act.ACCEPT_DRAW: _check_answer,
    Act.DECLINE_DRAW: _check_answer,
    Act.ABORT: _check_abort,
    Act.TIMEOUT: _check_timeout,
    Act.GIVE_TIME: _check_gift,
    Act.SUBSTITUTE: _check_substitute,
    Act.LEAVE: _check_leave,
}


def _require_draws(situation: Situation) -> None:
    if not situation.kind.has_draws:
        raise IllegalMove("no-draws", "")
    if situation.position.is_mirrored:
        raise IllegalMove("no-draws-in-mirror", "")


def _require_clocks(situation: Situation) -> tuple[Clocks, datetime]:
    if situation.clocks is None or situation.at is None:
        raise IllegalMove("no-clock", "")
    return situation.clocks, situation.at


def _require_late(situation: Situation, *, is_settled: bool) -> None:
    """The other seat must be out of time; to settle the game, for so long that it ends by itself."""
    clocks, at = _require_clocks(situation)
    if situation.actor is situation.seat:
        raise IllegalMove("time-is-yours", "")
    late = situation.seat.other
    if situation.actor is not late:
        raise IllegalMove("time-is-left", "")  # no clock runs while a board waits for the other one
    if clocks.paused or at <= (clocks.settles(late) if is_settled else clocks.deadline(late)):
        raise IllegalMove("time-is-left", "")


def _is_late(situation: Situation, *, is_settled: bool) -> bool:
    try:
        _require_late(situation, is_settled=is_settled)
    except IllegalMove:
        return False
    return True
