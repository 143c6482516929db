"""Games played once in memory, with lawful logs, to be copied many times. Nothing here touches the database.

The moves are those of the demonstration games of bots. A copy that begins at another moment is as lawful, since no
clock here depends on the calendar.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from games import kinds
from games.contract import NOBODY, Seat
from games.models import Game, Notification
from games.models import Seat as SeatRow
from games.site import demo
from games.table import acts, log, position, projection
from games.table.acts import Act, AnyAct
from games.table.projection import Projection

BEGINNING = datetime(2026, 1, 5, 9, tzinfo=UTC)
A_MOVE = timedelta(seconds=40)
Occasion = Notification.Occasion


@dataclass(frozen=True, slots=True)
class PatternEvent:
    """The columns of an event that are the same in every copy; its chain is not."""

    act: str
    seat: int | None
    text: str
    at: datetime
    key: str | None
    digest: str


@dataclass(frozen=True, slots=True)
class Told:
    """What a seat is told of."""

    seat: Seat
    occasion: Notification.Occasion
    seq: int
    at: datetime


@dataclass(frozen=True)
class Pattern:
    terms: dict[str, Any]
    bots: tuple[str, str]
    events: list[PatternEvent]
    projected: Projection
    told: list[Told] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return self.projected.status == Game.Status.OVER

    @property
    def last(self) -> datetime:
        return self.events[-1].at

    @property
    def has_bot(self) -> bool:
        return any(self.bots)


def patterns(number: int) -> list[Pattern]:
    """Of so many games of each kind: played to the end, resigned, lost on time, and still running."""
    found: list[Pattern] = []
    for kind in kinds.all():
        for at in range(number):
            luck = random.Random(f"{kind.key} {at}")
            clock = luck.choice((Game.Clock.DAYS_3, Game.Clock.DAYS_7, Game.Clock.BANK_5))
            found += _variants(_Play(kind.key, at, clock, ("", "")), luck)
            if at % 4 == 0:
                found += _variants(_Play(kind.key, at, Game.Clock.NONE, ("", "worker")), luck)
    return found


def _variants(play: _Play, luck: random.Random) -> Iterator[Pattern]:
    """A whole game, and games that end or stand after some of its moves."""
    turns = [seq for seq in range(2, len(play.steps)) if play.is_persons_turn(seq)]
    yield play.after(len(play.steps))
    for at in luck.sample(turns, 2):
        yield play.after(at, acts.Plain(Act.RESIGN))
    if not any(play.bots):
        late = [seq for seq in turns if seq > len(play.steps) // 2]
        yield play.after(luck.choice(late), acts.Timeout())
    for at in luck.sample(turns, 3):
        yield play.after(at)


class _Play:
    """A demonstration game of bots, with times as people would take them."""

    def __init__(self, kind: str, number: int, clock: str, bots: tuple[str, str]) -> None:
        shown = demo.play(kind, number)
        self.steps = shown.steps
        self.bots = bots
        self.luck = random.Random(f"{kind} {number} {clock}")
        self.terms: dict[str, Any] = {
            "kind": kind,
            "options": shown.options,
            "clock": clock,
            "rules": kinds.get(kind).rules.version,
            "draws": max(kinds.get(kind).rules.draws),
            "agreed_rated": number % 2 == 0 and not any(bots),
            "is_imported": True,  # its rolls come from the number of the demonstration, not from its own seed
        }

    def is_persons_turn(self, seq: int) -> bool:
        """Whether after so many moves a person has just got the turn."""
        before, now = self.steps[seq - 1].actor, self.steps[seq].actor
        return isinstance(now, Seat) and now is not before and not self.bots[now - 1]

    def after(self, seq: int, ending: AnyAct | None = None) -> Pattern:
        game = Game(pk=0, created_at=BEGINNING, is_rated=self.terms["agreed_rated"], **self.terms)
        rows = [SeatRow(number=number, bot_at_start=bot) for number, bot in zip(Seat, self.bots, strict=True)]
        replay = _Replay(game, rows)
        for step in self.steps[:seq]:
            seat = step.actor if isinstance(step.actor, Seat) else None
            is_handed_over = seat is not None and seat != replay.last_seat
            pause = timedelta(minutes=self.luck.randint(20, 1200)) if is_handed_over else A_MOVE
            replay.add(acts.Move(step.move), seat, pause if seat else timedelta())
        if ending:
            to_move = replay.projected.to_move
            assert to_move
            if isinstance(ending, acts.Timeout):
                assert replay.projected.deadline
                replay.add(ending, to_move.other, replay.projected.deadline - replay.now + timedelta(hours=5))
            else:
                replay.add(ending, to_move, timedelta(hours=3))
        return Pattern(self.terms, self.bots, replay.events, replay.projected, [] if any(self.bots) else replay.told)


class _Replay:
    """A game as it is played, its projection folded as the door does."""

    def __init__(self, game: Game, rows: list[SeatRow]) -> None:
        self.game, self.rows = game, rows
        self.position = log.beginning(game)
        self.projected = projection.beginning(game, rows, self.position)
        self.events: list[PatternEvent] = []
        self.told: list[Told] = [Told(Seat.ONE, Occasion.GAME_BEGINS, 1, BEGINNING)]
        self.now = BEGINNING
        self.last_seat: Seat | None = None

    def add(self, value: AnyAct, seat: Seat | None, pause: timedelta) -> None:
        self.now += pause
        self.last_seat = seat or self.last_seat
        was, before = self.projected.to_move, self.position
        self.position = position.after(self.game, before, value, seat)
        self.projected = projection.after(
            self.game,
            self.rows,
            self.projected,
            before=before,
            position=self.position,
            value=value,
            seat=seat,
            at=self.now,
        )
        seq = self.position.seq
        key = f"{seq:032x}" if seat else None
        self.events.append(
            PatternEvent(value.act, seat, acts.write(value), self.now, key, log.digest(self.game, self.position))
        )
        if self.position.actor(kinds.get(self.game.kind).rules) is NOBODY:
            self.told += [Told(one, Occasion.GAME_OVER, seq, self.now) for one in Seat if one is not seat]
        elif self.projected.to_move and self.projected.to_move not in (was, seat):
            self.told.append(Told(self.projected.to_move, Occasion.YOUR_TURN, seq, self.now))
