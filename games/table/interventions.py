"""What moderators may do to a game, and what it does to its clocks. It all goes through the one door, games.play."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from games import kinds
from games.clocks import clock
from games.clocks.clock import Clocks
from games.contract import NOBODY, IllegalMove, Seat
from games.models import Event, Game
from games.models import Seat as SeatRow
from games.table import log
from games.table.log import Position

Act = Event.Kind
MOST_HOURS = 30 * 24  # that can be added at a time
MOST_TAKEN = 99_999  # at a time: all that was added, maybe again and again, while nobody moved
ANEW = (Act.REWIND, Act.RESTORE, Act.BOT_OUT)  # after these whoever is to move has the whole time of the turn again

_FORMS = {  # the text of an act
    Act.ADJUDICATE: re.compile(r"[12]|draw"),
    Act.REWIND: re.compile(r"[0-9]{1,9}"),
    Act.ADD_TIME: re.compile(r"[12] [1-9][0-9]{0,2}"),
    Act.TAKE_TIME: re.compile(r"[12] [1-9][0-9]{0,4}"),
    Act.BOT_IN: re.compile(r"[12] [a-z]{1,20}"),
    Act.BOT_OUT: re.compile(r"[12]"),
}


def check(
    game: Game,
    position: Position,
    act: Act,
    text: str,
    *,
    running: Clocks | None = None,
    at: datetime | None = None,
) -> None:
    """Whether a moderator may do this at that moment. Raises IllegalMove with the reason."""
    if act not in log.MODERATION:
        raise IllegalMove("for-players", "")
    form = _FORMS.get(act)
    if text if form is None else not form.fullmatch(text):
        raise IllegalMove("no-such-act", "")
    rules = kinds.get(game.kind).rules
    is_over = position.actor(rules) is NOBODY
    match act:
        case Act.ANNUL if position.ending and position.ending.decided == log.ANNULLED:
            raise IllegalMove("annulled-already", "")
        case Act.ADJUDICATE:
            _check_decision(game, position, text)
        case Act.RESTORE | Act.REWIND:
            _check_way_back(game, position, act, text)
        case Act.HIDE | Act.SHOW if position.is_hidden is (act is Act.HIDE):
            raise IllegalMove("so-already", "")
        case Act.PAUSE | Act.RESUME | Act.ADD_TIME | Act.TAKE_TIME | Act.BOT_IN | Act.BOT_OUT if is_over:
            raise IllegalMove("game-over", "")
        case Act.PAUSE | Act.RESUME | Act.ADD_TIME | Act.TAKE_TIME if running is None or at is None:
            raise IllegalMove("no-clock", "")
        case Act.PAUSE | Act.RESUME if position.is_paused is (act is Act.PAUSE):
            raise IllegalMove("so-already", "")
        case Act.ADD_TIME | Act.TAKE_TIME:
            assert running and at
            _check_hours(game, position, act, text, running, at)
        case Act.BOT_IN | Act.BOT_OUT if (Seat(int(text[0])) in position.bots) is (act is Act.BOT_IN):
            raise IllegalMove("so-already", "")


def check_seats(rows: Iterable[SeatRow], act: Act, text: str) -> None:
    """A bot takes the seat of a person, and gives it back to one: no seat is ever nobody's. Raises IllegalMove."""
    if act not in (Act.BOT_IN, Act.BOT_OUT):
        return
    (row,) = (row for row in rows if row.number == int(text[0]))
    if act is Act.BOT_IN and row.bot:
        raise IllegalMove("so-already", "")
    if act is Act.BOT_OUT and row.user_id is None:
        raise IllegalMove("nobody-to-play-on", "")


def clocks_after(running: Clocks | None, act: Act, text: str, actor: object, at: datetime) -> Clocks | None:
    """The clocks after an act that was lawful, with ``actor`` to move."""
    if running is None:
        return None
    seat = actor if isinstance(actor, Seat) else None
    match act:
        case Act.PAUSE:
            return replace(running, paused=at)
        case Act.RESUME:
            return running.resumed(seat, at)
        case Act.ADD_TIME | Act.TAKE_TIME:
            whose, hours = Seat(int(text[0])), int(text[2:])
            change = running.given if act is Act.ADD_TIME else running.taken
            return change(whose, hours, at, is_to_move=whose is seat)
    return running.turned(None, at) if act in ANEW else running


def _check_decision(game: Game, position: Position, text: str) -> None:
    if text == log.DRAW and not kinds.get(game.kind).has_draws:
        raise IllegalMove("no-draws", "")
    after = log.moderated(game, position, Act.ADJUDICATE, text)
    if after.ending == position.ending:
        raise IllegalMove("so-already", "")


def _check_way_back(game: Game, position: Position, act: Act, text: str) -> None:
    """Nothing that may be known already is rolled again: once the seed was shown, no dice can follow."""
    kind = kinds.get(game.kind)
    if act is Act.REWIND and int(text) not in [made.seq for made in position.moves]:
        raise IllegalMove("no-such-step", "")
    after = log.moderated(game, position, act, text)
    if act is Act.REWIND and after.actor(kind.rules) is NOBODY:
        raise IllegalMove("no-such-step", "")  # where the rules had ended the game
    if (after.moves, after.ending) == (position.moves, position.ending):
        raise IllegalMove("so-already", "")
    if kind.has_rounds and log.is_revealed(position, kind.rules) and after.actor(kind.rules) is not NOBODY:
        raise IllegalMove("seed-is-known", "")


def _check_hours(game: Game, position: Position, act: Act, text: str, running: Clocks, at: datetime) -> None:
    """Nobody gets beyond the longest time; and what is taken back is all that was added, as long as it is unused."""
    whose, hours = Seat(int(text[0])), int(text[2:])
    left = running.left(whose, at, is_to_move=position.actor(kinds.get(game.kind).rules) is whose)
    if act is Act.TAKE_TIME:
        if hours != position.added[whose - 1] or left <= clock.SPARED:
            raise IllegalMove("added-time-used", "")
    elif hours > MOST_HOURS or max(left, clock.NO_TIME) + timedelta(hours=hours) > clock.LONGEST:
        raise IllegalMove("time-enough", "")
