"""The checks of each act of a moderator. Every check raises IllegalMove with the reason, or returns nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from games import kinds
from games.clocks import clock
from games.clocks.clock import Clocks
from games.contract import NOBODY, IllegalMove, Seat
from games.kinds import Kind
from games.models import EndedBy, Game
from games.models import Seat as SeatRow
from games.table import acts
from games.table.acts import Act, AnyAct
from games.table.position import Position, is_revealed, moderated

MOST_HOURS = 30 * 24  # that can be added at a time
MOST_TAKEN = 99_999  # at a time: all that was added, maybe again and again, while nobody moved


@dataclass(frozen=True, slots=True)
class ModeratorSituation:
    """A game on which a moderator wants to act, with the clocks that run then."""

    game: Game
    position: Position
    clocks: Clocks | None
    at: datetime | None

    @property
    def kind(self) -> Kind:
        return kinds.get(self.game.kind)


def check(
    game: Game, position: Position, value: AnyAct, *, clocks: Clocks | None = None, at: datetime | None = None
) -> None:
    """Raise IllegalMove if a moderator cannot do this at that moment."""
    if value.act not in acts.BY_MODERATORS:
        raise IllegalMove("for-players", "")
    _CHECKS[value.act](ModeratorSituation(game, position, clocks, at), value)


def check_seats(rows: Iterable[SeatRow], value: AnyAct) -> None:
    """A bot takes the seat of a person, and gives it back to one: no seat is left empty. Raises IllegalMove."""
    match value:
        case acts.BotIn(seat) if _row(rows, seat).bot:
            raise IllegalMove("so-already", "")
        case acts.BotOut(seat) if _row(rows, seat).user_id is None:
            raise IllegalMove("nobody-to-play-on", "")


def _check_annul(situation: ModeratorSituation, _value: AnyAct) -> None:
    ending = situation.position.ending
    if ending and ending.by is EndedBy.ANNULMENT:
        raise IllegalMove("annulled-already", "")


def _check_adjudicate(situation: ModeratorSituation, value: acts.Adjudicate) -> None:
    if value.winner is None and not situation.kind.has_draws:
        raise IllegalMove("no-draws", "")
    if moderated(situation.game, situation.position, value).ending == situation.position.ending:
        raise IllegalMove("so-already", "")


def _check_restore(situation: ModeratorSituation, value: AnyAct) -> None:
    _check_way_back(situation, moderated(situation.game, situation.position, value))


def _check_rewind(situation: ModeratorSituation, value: acts.Rewind) -> None:
    if value.seq not in [move.seq for move in situation.position.moves]:
        raise IllegalMove("no-such-step", "")
    after = moderated(situation.game, situation.position, value)
    if after.actor(situation.kind.rules) is NOBODY:
        raise IllegalMove("no-such-step", "")  # there the rules had ended the game
    _check_way_back(situation, after)


def _check_way_back(situation: ModeratorSituation, after: Position) -> None:
    """Nothing that may be known already is rolled again: once the seed was shown, no dice can follow.

    In a mirror match the other board knows the rolls, so nothing there goes back to where it goes on.
    """
    position, kind = situation.position, situation.kind
    if (after.moves, after.ending) == (position.moves, position.ending):
        raise IllegalMove("so-already", "")
    if position.is_mirrored and after.actor(kind.rules) is not NOBODY:
        raise IllegalMove("no-way-back-in-mirror", "")
    if kind.has_rounds and is_revealed(position, kind.rules) and after.actor(kind.rules) is not NOBODY:
        raise IllegalMove("seed-is-known", "")


def _check_pause(situation: ModeratorSituation, value: AnyAct) -> None:
    _require_running(situation)
    _require_clocks(situation)
    if situation.position.is_paused is (value.act is Act.PAUSE):
        raise IllegalMove("so-already", "")


def _check_add_time(situation: ModeratorSituation, value: acts.AddTime) -> None:
    """Nobody gets beyond the longest time."""
    left = _time_left(situation, value.seat)
    if value.hours > MOST_HOURS or max(left, clock.NO_TIME) + timedelta(hours=value.hours) > clock.LONGEST:
        raise IllegalMove("time-enough", "")


def _check_take_time(situation: ModeratorSituation, value: acts.TakeTime) -> None:
    """All that was added is taken back at once, as long as none of it is used."""
    left = _time_left(situation, value.seat)
    if value.hours != situation.position.added[value.seat - 1] or left <= clock.SPARED:
        raise IllegalMove("added-time-used", "")


def _check_bot_in(situation: ModeratorSituation, value: acts.BotIn) -> None:
    _require_running(situation)
    if situation.position.stand_in(value.seat):
        raise IllegalMove("so-already", "")


def _check_bot_out(situation: ModeratorSituation, value: acts.BotOut) -> None:
    _require_running(situation)
    if value.seat in situation.position.left:
        raise IllegalMove("nobody-to-play-on", "")
    if not situation.position.stand_in(value.seat):
        raise IllegalMove("so-already", "")


def _check_hide(situation: ModeratorSituation, value: AnyAct) -> None:
    if situation.position.is_hidden is (value.act is Act.HIDE):
        raise IllegalMove("so-already", "")


_CHECKS: Final[Mapping[Act, Callable[[ModeratorSituation, Any], None]]] = {
    Act.ANNUL: _check_annul,
    Act.ADJUDICATE: _check_adjudicate,
    Act.RESTORE: _check_restore,
    Act.REWIND: _check_rewind,
    Act.PAUSE: _check_pause,
    Act.RESUME: _check_pause,
    Act.ADD_TIME: _check_add_time,
    Act.TAKE_TIME: _check_take_time,
    Act.BOT_IN: _check_bot_in,
    Act.BOT_OUT: _check_bot_out,
    Act.HIDE: _check_hide,
    Act.SHOW: _check_hide,
}


def _require_running(situation: ModeratorSituation) -> None:
    if situation.position.actor(situation.kind.rules) is NOBODY:
        raise IllegalMove("game-over", "")


def _require_clocks(situation: ModeratorSituation) -> tuple[Clocks, datetime]:
    if situation.clocks is None or situation.at is None:
        raise IllegalMove("no-clock", "")
    return situation.clocks, situation.at


def _time_left(situation: ModeratorSituation, seat: Seat) -> timedelta:
    _require_running(situation)
    clocks, at = _require_clocks(situation)
    return clocks.left(seat, at, is_to_move=situation.position.actor(situation.kind.rules) is seat)


def _row(rows: Iterable[SeatRow], seat: Seat) -> SeatRow:
    return next(row for row in rows if row.number == seat)
