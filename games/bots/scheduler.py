"""The loop of the bots: finds the bots that are to move, has them think, and makes their moves after a pause.

The rows of the database are the queue, as they are for the worker: a loop may be killed at any moment, or run twice.
See docs/bots-on-the-site.md.
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
from games.bots.pool import BotPool, Decision
from games.clocks import clock
from games.contract import Seat
from games.live import wakeups
from games.models import Game
from games.models import Seat as SeatRow
from games.table.door import Verdict

logger = logging.getLogger(__name__)

LONGEST_SLEEP = 1.0  # seconds, after which the loop looks by itself
FULL_LOOK = 5.0  # seconds between two looks at all games; in between it looks at the games of RECENTLY
RECENTLY = timedelta(minutes=2)  # in which the turn went over
FIRST_BACKOFF = 5.0  # seconds after a failure; twice as long after each further one
LONGEST_BACKOFF = 600.0
TRIES = 2  # to think of a move, while its process is killed
MOST = 50  # games at a time, those first that wait longest


class WaitingBot(NamedTuple):
    """A bot that is to move."""

    game: int
    seat: int
    bot: str
    head: int
    since: datetime
    has_person: bool = True  # a person waits for its move

    @property
    def is_quick(self) -> bool:
        """Whether it moves before anybody would notice: only the strongest looks at the clock."""
        return self.bot != turns.LEVELS[-1]


class Backoff(NamedTuple):
    """How long a game is left alone in which something failed."""

    until: float
    pause: float


@dataclass
class BotTurn:
    """What this loop knows of the turn of a bot."""

    bot: WaitingBot
    ready: float  # when its next move may be seen
    spent: float = 0.0  # seconds that it has thought in this turn
    tries: int = 0
    decision: Future[Decision] | None = None

    @property
    def is_decided(self) -> bool:
        return self.decision is not None and self.decision.done()

    @property
    def is_thinking(self) -> bool:
        return self.decision is not None and not self.decision.done()

    def cancel(self) -> None:
        """Its decision is of no use any more: it need not begin to think."""
        if self.decision is not None:
            self.decision.cancel()


class BotScheduler:
    def __init__(self, pool: BotPool | None = None, time: Callable[[], float] = monotonic) -> None:
        self._pool = pool or BotPool(settings.BOT_PROCESSES)
        self._time = time
        self._turns: dict[int, BotTurn] = {}
        self._backoffs: dict[int, Backoff] = {}
        self._full_look_at = float("-inf")

    def run(self, stop: Event) -> None:
        """Run rounds until told to stop and woken."""
        try:
            while True:
                wakeups.BOTS.clear()
                if stop.is_set():
                    return
                wakeups.BOTS.wait(self._round_or_backoff())
        finally:
            self._pool.close()

    def round(self) -> float:
        """Do everything that can be done now. Returns after how many seconds, at the latest, the next round is due."""
        is_full = self._is_full_look()
        self._update_turns(find_waiting_bots(None if is_full else {*self._turns}, besides=self._games_backed_off()))
        for turn in sorted(self._turns.values(), key=_precedence):
            with self._backing_off_on_failure(turn.bot.game):
                self._continue(turn)
        for game in find_offered_draws(besides=self._games_backed_off()) if is_full else ():
            with self._backing_off_on_failure(game.pk):
                assert game.draw_offered_by
                turns.answer_draw(game, Seat(game.draw_offered_by).other)
        pauses = [turn.ready - self._time() for turn in self._turns.values() if turn.is_decided]
        return min([LONGEST_SLEEP, *(max(pause, 0.01) for pause in pauses)])

    def _round_or_backoff(self) -> float:
        try:
            return self.round()
        except Exception:
            logger.exception("A round of the bots failed")
            return FIRST_BACKOFF
        finally:
            connections.close_all()  # a loop that sleeps holds no connection

    @contextmanager
    def _backing_off_on_failure(self, game: int) -> Iterator[None]:
        """A game that cannot be read, or in which no move is accepted, holds up none of the others."""
        try:
            yield
        except Exception:
            logger.exception("A bot could not move in game %s", game)
            last = self._backoffs.get(game)
            pause = min(last.pause * 2, LONGEST_BACKOFF) if last else FIRST_BACKOFF
            self._backoffs[game] = Backoff(self._time() + pause, pause)
            self._turns.pop(game, None)

    def _games_backed_off(self) -> set[int]:
        return {game for game, backoff in self._backoffs.items() if self._time() < backoff.until}

    def _is_full_look(self) -> bool:
        """Whether this round looks at all games."""
        now = self._time()
        if now - self._full_look_at < FULL_LOOK:
            return False
        self._full_look_at = now
        return True

    def _update_turns(self, found: list[WaitingBot]) -> None:
        """Begin turns that are new, go on with known ones, forget turns that have ended."""
        before, self._turns = self._turns, {}
        for bot in found:
            turn = before.pop(bot.game, None)
            if turn is None or turn.bot.since != bot.since:
                turn = BotTurn(bot, self._time() + settings.BOT_FIRST_PAUSE)
            elif turn.bot.head != bot.head:
                turn.cancel()
                turn = BotTurn(bot, self._time() + settings.BOT_PAUSE, turn.spent)
            self._turns[bot.game] = turn
        for turn in before.values():
            turn.cancel()

    def _continue(self, turn: BotTurn) -> None:
        if turn.decision is None:
            self._begin_to_think(turn)
        elif turn.decision.done() and self._time() >= turn.ready:
            self._move(turn, turn.decision)

    def _begin_to_think(self, turn: BotTurn) -> None:
        """During the pause. As many think at a time as there are processes, and one more waits for them."""
        if sum(other.is_thinking for other in self._turns.values()) > self._pool.size:
            return
        game = Game.objects.get(pk=turn.bot.game)
        if game.head == turn.bot.head:
            slow = sum(not other.bot.is_quick for other in self._turns.values())
            crowd = max(1, ceil(slow / self._pool.size))
            turn.tries += 1
            turn.decision = self._pool.submit(turns.task(game, turn.bot.bot, spent=turn.spent, crowd=crowd))
            turn.decision.add_done_callback(lambda _: wakeups.BOTS.set())

    def _move(self, turn: BotTurn, thought: Future[Decision]) -> None:
        """Through the door, which finds out whether something else has happened since."""
        try:
            decision = thought.result()
        except (BrokenProcessPool, CancelledError) as lost:
            logger.warning("The decision of a bot in game %s was lost: %r", turn.bot.game, lost)
            if turn.tries < TRIES:
                turn.decision = None
                wakeups.BOTS.set()
                return
            decision = Decision("", 0.0)
        except Exception:
            logger.exception("The bot %s failed in game %s", turn.bot.bot, turn.bot.game)
            decision = Decision("", 0.0)
        turn.spent += decision.seconds
        game = Game.objects.get(pk=turn.bot.game)
        if game.head == turn.bot.head:
            answer = turns.make_move(game, Seat(turn.bot.seat), decision.move)
            if answer.verdict is Verdict.REFUSED:
                raise RuntimeError(f"no move of a bot is accepted: {answer.refusal}")
            self._backoffs.pop(game.pk, None)
        wakeups.BOTS.set()


def find_waiting_bots(known: set[int] | None = None, *, besides: Collection[int] = ()) -> list[WaitingBot]:
    """The bots that are to move, those first for whom a person waits; none in the games ``besides``.

    If games are ``known``, only bots in these and in games whose turn went over recently.
    """
    found = SeatRow.objects.filter(bot__gt="", number=F("game__to_move"), game__status=Game.Status.RUNNING)
    if known is not None:
        found = found.filter(Q(game__in=known) | Q(game__turn_since__gt=clock.now() - RECENTLY))
    people = SeatRow.objects.filter(game=OuterRef("game"), bot="")
    rows = (
        found.exclude(game__in=besides)
        .annotate(has_person=Exists(people))
        .order_by("-has_person", "game__turn_since", "game")
        .values_list("game", "number", "bot", "game__head", "game__turn_since", "has_person")
    )
    return [WaitingBot(*row) for row in rows[:MOST]]


def find_offered_draws(*, besides: Collection[int] = ()) -> list[Game]:
    """Games in which a draw is offered to a bot."""
    offered = Game.objects.filter(status=Game.Status.RUNNING, draw_offered_by__isnull=False)
    to_bots = SeatRow.objects.filter(game=OuterRef("pk"), bot__gt="").exclude(number=OuterRef("draw_offered_by"))
    return list(offered.filter(Exists(to_bots)).exclude(pk__in=besides)[:MOST])


def _precedence(turn: BotTurn) -> tuple[bool, bool, datetime]:
    """Bots for whom a person waits come first, of these the quick ones, then those that wait longest."""
    return not turn.bot.has_person, not turn.bot.is_quick, turn.bot.since
