"""The bots' own loop: which of them are to move, what they think, and when they show it. See docs/bots-on-the-site.md.

The rows of the database are the queue, as they are for the worker: a loop may be killed at any moment, or run twice.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from threading import Event
from time import monotonic
from typing import NamedTuple

from django.conf import settings
from django.db import connections
from django.db.models import Exists, F, OuterRef, Q

from games.bots import turns
from games.bots.pool import Decision, Pool
from games.clocks import clock
from games.contract import Seat
from games.live import wakeups
from games.models import Game
from games.models import Seat as SeatRow
from games.table.door import Verdict

logger = logging.getLogger(__name__)

OFTEN = 1.0  # seconds: who moves in another process is answered that soon
THOROUGHLY = 5.0  # and every so often all games are looked at, not only those
LATELY = timedelta(minutes=2)  # in which the turn went over
PATIENCE = 5.0  # after what went wrong, and twice as long each further time
LONGEST = 600.0  # that a game is left alone for that
TRIES = 2  # to think of a move, while somebody kills the process
MOST = 50  # games that are seen to at a time, those that wait longest


class Waiting(NamedTuple):
    """A bot that is to move."""

    game: int
    seat: int
    bot: str
    head: int
    since: datetime
    has_person: bool = True  # who waits for it

    @property
    def is_quick(self) -> bool:
        """Whether it moves before anybody would notice: only the strongest looks at the clock."""
        return self.bot != turns.LEVELS[-1]


class Rest(NamedTuple):
    """What a game has that something went wrong with."""

    until: float
    pause: float


@dataclass
class Turn:
    """What this loop knows of a bot that is to move."""

    waiting: Waiting
    ready: float  # when its next move may be seen
    spent: float = 0.0  # seconds that it has thought in this turn
    tries: int = 0
    thought: Future[Decision] | None = None

    @property
    def has_thought(self) -> bool:
        return self.thought is not None and self.thought.done()

    @property
    def is_thinking(self) -> bool:
        return self.thought is not None and not self.thought.done()

    def give_up(self) -> None:
        """What it thinks is of no use any more; it need not begin to."""
        if self.thought is not None:
            self.thought.cancel()


class Hive:
    def __init__(self, pool: Pool | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._pool = pool or Pool(settings.BOT_PROCESSES)
        self._clock = clock
        self._turns: dict[int, Turn] = {}
        self._resting: dict[int, Rest] = {}
        self._looked = float("-inf")

    def run(self, stop: Event) -> None:
        """Until told to stop and woken."""
        try:
            while True:
                wakeups.BOTS.clear()
                if stop.is_set():
                    return
                wakeups.BOTS.wait(self._guarded_round())
        finally:
            self._pool.close()

    def round(self) -> float:
        """Do what can be done now; how long, at the latest, until there may be more to do."""
        is_thorough = self._is_thorough()
        self._follow(waiting(None if is_thorough else {*self._turns}, apart=self._left_alone()))
        for turn in sorted(self._turns.values(), key=_precedence):
            with self._left_alone_if_it_fails(turn.waiting.game):
                self._see_to(turn)
        for game in offered_draws(apart=self._left_alone()) if is_thorough else ():
            with self._left_alone_if_it_fails(game.pk):
                assert game.draw_offered_by
                turns.answer_draw(game, Seat(game.draw_offered_by).other)
        pauses = [turn.ready - self._clock() for turn in self._turns.values() if turn.has_thought]
        return min([OFTEN, *(max(pause, 0.01) for pause in pauses)])

    def _guarded_round(self) -> float:
        try:
            return self.round()
        except Exception:
            logger.exception("The bots had to leave off")
            return PATIENCE
        finally:
            connections.close_all()  # nobody holds one while they sleep

    @contextmanager
    def _left_alone_if_it_fails(self, game: int) -> Iterator[None]:
        """A game that cannot be read, or in which no move is accepted, holds up none of the others."""
        try:
            yield
        except Exception:
            logger.exception("A bot could not move in game %s", game)
            known = self._resting.get(game)
            pause = min(known.pause * 2, LONGEST) if known else PATIENCE
            self._resting[game] = Rest(self._clock() + pause, pause)
            self._turns.pop(game, None)

    def _left_alone(self) -> set[int]:
        return {game for game, rest in self._resting.items() if self._clock() < rest.until}

    def _is_thorough(self) -> bool:
        now = self._clock()
        if now - self._looked < THOROUGHLY:
            return False
        self._looked = now
        return True

    def _follow(self, found: list[Waiting]) -> None:
        """Begin the turns that are new, go on with those that are not, forget the rest."""
        before, self._turns = self._turns, {}
        for one in found:
            turn = before.pop(one.game, None)
            if turn is None or turn.waiting.since != one.since:
                turn = Turn(one, self._clock() + settings.BOT_FIRST_PAUSE)
            elif turn.waiting.head != one.head:
                turn.give_up()
                turn = Turn(one, self._clock() + settings.BOT_PAUSE, turn.spent)
            self._turns[one.game] = turn
        for turn in before.values():
            turn.give_up()

    def _see_to(self, turn: Turn) -> None:
        if turn.thought is None:
            self._begin(turn)
        elif turn.thought.done() and self._clock() >= turn.ready:
            self._move(turn, turn.thought)

    def _begin(self, turn: Turn) -> None:
        """Think during the pause. As many at a time as there are processes, and one more that waits for them."""
        if sum(other.is_thinking for other in self._turns.values()) > self._pool.size:
            return
        game = Game.objects.get(pk=turn.waiting.game)
        if game.head == turn.waiting.head:
            slow = sum(not other.waiting.is_quick for other in self._turns.values())
            crowd = max(1, ceil(slow / self._pool.size))
            turn.tries += 1
            turn.thought = self._pool.submit(turns.task(game, turn.waiting.bot, spent=turn.spent, crowd=crowd))
            turn.thought.add_done_callback(lambda _: wakeups.BOTS.set())

    def _move(self, turn: Turn, thought: Future[Decision]) -> None:
        """Through the door, which finds out whether something else has happened since."""
        try:
            decision = thought.result()
        except (BrokenProcessPool, CancelledError) as lost:
            logger.warning("What a bot thought in game %s was lost: %r", turn.waiting.game, lost)
            if turn.tries < TRIES:
                turn.thought = None
                wakeups.BOTS.set()
                return
            decision = Decision("", 0.0)
        except Exception:
            logger.exception("The bot %s failed in game %s", turn.waiting.bot, turn.waiting.game)
            decision = Decision("", 0.0)
        turn.spent += decision.seconds
        game = Game.objects.get(pk=turn.waiting.game)
        if game.head == turn.waiting.head:
            answer = turns.make(game, Seat(turn.waiting.seat), decision.move)
            if answer.verdict is Verdict.REFUSED:
                raise RuntimeError(f"no move of a bot is accepted: {answer.refusal}")
            self._resting.pop(game.pk, None)
        wakeups.BOTS.set()


def waiting(known: set[int] | None = None, *, apart: Collection[int] = ()) -> list[Waiting]:
    """The bots that are to move, those first for whom somebody waits.

    Where games are ``known``, only those and the ones whose turn went over lately; some are left ``apart``.
    """
    found = SeatRow.objects.filter(bot__gt="", number=F("game__to_move"), game__status=Game.Status.RUNNING)
    if known is not None:
        found = found.filter(Q(game__in=known) | Q(game__turn_since__gt=clock.now() - LATELY))
    people = SeatRow.objects.filter(game=OuterRef("game"), bot="")
    rows = (
        found.exclude(game__in=apart)
        .annotate(has_person=Exists(people))
        .order_by("-has_person", "game__turn_since", "game")
        .values_list("game", "number", "bot", "game__head", "game__turn_since", "has_person")
    )
    return [Waiting(*row) for row in rows[:MOST]]


def offered_draws(*, apart: Collection[int] = ()) -> list[Game]:
    """Games in which a person waits for what a bot says to a draw."""
    offered = Game.objects.filter(status=Game.Status.RUNNING, draw_offered_by__isnull=False)
    to_bots = SeatRow.objects.filter(game=OuterRef("pk"), bot__gt="").exclude(number=OuterRef("draw_offered_by"))
    return list(offered.filter(Exists(to_bots)).exclude(pk__in=apart)[:MOST])


def _precedence(turn: Turn) -> tuple[bool, bool, datetime]:
    """Who is seen to first: bots for whom somebody waits, of these the quick ones, and who waits longest."""
    one = turn.waiting
    return not one.has_person, not one.is_quick, one.since
