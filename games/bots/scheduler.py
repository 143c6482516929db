"""The loop of the bots: finds the bots that are to move, has them think, and makes their moves after a pause.

The rows of the database are the queue, as they are for the worker: a loop may be killed at any moment. Any number of
loops share the bots: before one of them has a bot think, it claims the turn (games.claims). See
docs/bots-on-the-site.md.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil, inf
from threading import Event
from time import monotonic
from typing import NamedTuple

from django.conf import settings
from django.db import connections
from django.db.models import QuerySet
from django.utils import timezone

from games import claims, metrics
from games.bots import turns
from games.bots.fairness import Queue, WaitingBot, people_of
from games.bots.pool import BotPool, Decision
from games.claims import Claims, Taken
from games.contract import Seat
from games.live import wakeups
from games.models import Claim, Game
from games.table.door import Verdict

logger = logging.getLogger(__name__)

LONGEST_SLEEP = 1.0  # seconds, after which the loop looks by itself
FIRST_BACKOFF = 5.0  # seconds after a failure; twice as long after each further one
LONGEST_BACKOFF = 600.0
TRIES = 2  # to think of a move, while its process is killed
MOST = 50  # games at a time
MOST_LOOKED_AT = 1000  # among which those are chosen, those first that wait longest


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
    is_taken_over: bool = False  # from a worker that was killed: then it is short, for somebody has waited
    is_first: bool = True  # no move of it was seen yet
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
        self._claims = Claims(Claim.Job.BOTS)
        self._queue = Queue([], {})

    def run(self, stop: Event) -> None:
        """Run rounds until told to stop and woken."""
        try:
            while True:
                wakeups.BOTS.clear()
                if stop.is_set():
                    return
                pause = self._round_or_backoff()
                wakeups.BOTS.wait(min(pause, claims.RENEWAL) if self._claims else pause)
        finally:
            self._pool.close()
            self._release_all()
            connections.close_all()

    def round(self) -> float:
        """Do everything that can be done now. Returns after how many seconds, at the latest, the next round is due."""
        self._claims.renew()
        self._give_up_stuck()
        found = find_waiting_bots(self._claims, besides=self._games_backed_off())
        self._queue = Queue(found, people_of(found))
        self._update_turns(self._queue.first(MOST, begun={game for game, turn in self._turns.items() if turn.decision}))
        for turn in [*self._turns.values()]:
            with self._backing_off_on_failure(turn.bot.game):
                self._continue(turn)
            self._claims.renew()
        for game in find_offered_draws(self._claims, besides=self._games_backed_off()):
            with self._backing_off_on_failure(game.pk):
                self._answer_draw(game)
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
            self._claims.release([game])

    def _games_backed_off(self) -> set[int]:
        return {game for game, backoff in self._backoffs.items() if self._time() < backoff.until}

    def _release_all(self) -> None:
        """Other loops need not wait until the leases expire."""
        try:
            self._claims.release_all()
        except Exception:
            logger.exception("The claims of the bots' loop are left to expire")

    def _update_turns(self, found: list[WaitingBot]) -> None:
        """Begin turns that are new, go on with known ones, forget turns that have ended."""
        before, self._turns = self._turns, {}
        for bot in found:
            turn = before.get(bot.game)
            if turn is None or turn.bot.since != bot.since:
                turn = BotTurn(bot, self._time() + settings.BOT_FIRST_PAUSE)
            else:
                del before[bot.game]
                if turn.bot.head != bot.head:
                    turn.cancel()
                    turn = BotTurn(bot, self._time() + settings.BOT_PAUSE, turn.spent, is_taken_over=turn.is_taken_over)
                    turn.is_first = False
            self._turns[bot.game] = turn
        for turn in before.values():
            turn.cancel()
        self._claims.release(before)

    def _give_up_stuck(self) -> None:
        """What was thought about in a process that stands still is not thought about again: any move will do."""
        thinking = [turn for turn in self._turns.values() if turn.is_thinking]
        stuck = self._pool.end_if_stuck()
        for turn in thinking if stuck else ():
            if turn.decision in stuck:
                logger.error("The bot %s was stuck in game %s: its process is replaced", turn.bot.bot, turn.bot.game)
                turn.tries = TRIES
            else:
                turn.tries -= 1  # it was not its fault

    def _continue(self, turn: BotTurn) -> None:
        if turn.decision is None:
            self._begin_to_think(turn)
        elif turn.decision.done() and self._time() >= turn.ready:
            self._move(turn, turn.decision)

    def _begin_to_think(self, turn: BotTurn) -> None:
        """During the pause. As many think at a time as there are processes, and one more waits for them."""
        if sum(other.is_thinking for other in self._turns.values()) > self._pool.size:
            return
        if not self._claim(turn):
            del self._turns[turn.bot.game]
            return
        game = Game.objects.get(pk=turn.bot.game)
        if game.head == turn.bot.head:
            turn.tries += 1
            task = turns.task(game, turn.bot.bot, spent=turn.spent, crowd=self._crowd(turn, game))
            turn.decision = self._pool.submit(task)
            turn.decision.add_done_callback(lambda _: wakeups.BOTS.set())

    def _crowd(self, turn: BotTurn, game: Game) -> float:
        """Among how many the bot shares its time: with nobody in a rated game, for the rating is that of its level."""
        if game.is_rated:
            return 1
        return inf if turn.is_taken_over else max(1, ceil(self._queue.crowd(game.pk) / self._pool.size))

    def _claim(self, turn: BotTurn) -> bool:
        """Whether the turn is this loop's to play. What was read before the claim may be out of date."""
        if turn.bot.game in self._claims:
            return True
        taken = self._claims.take(turn.bot.game)
        if taken is Taken.OVER:
            logger.warning("The turn of a bot in game %s was taken over: its worker is gone, or slow", turn.bot.game)
            turn.is_taken_over = True
        return taken is not None

    def _answer_draw(self, game: Game) -> None:
        if game.pk not in self._claims and self._claims.take(game.pk) is None:
            return
        assert game.draw_offered_by
        turns.answer_draw(game, Seat(game.draw_offered_by).other)
        if game.pk not in self._turns:
            self._claims.release([game.pk])

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
            if turn.is_first:
                metrics.BOT_WAIT_SECONDS.labels(game.kind).observe((timezone.now() - turn.bot.since).total_seconds())
        wakeups.BOTS.set()


def find_waiting_bots(mine: Claims | None = None, *, besides: Collection[int] = ()) -> list[WaitingBot]:
    """The bots that are to move, those first for whom a person waits.

    None in the games ``besides``, and none that another worker has claimed.
    """
    rows = (
        _free(Game.objects.filter(bot_to_move__isnull=False), mine, besides)
        .order_by("-has_person", "turn_since", "pk")
        .values_list("pk", "to_move", "bot_to_move", "head", "turn_since", "has_person")
    )
    return [
        WaitingBot(game, seat, bot, head, since, has_person)
        for game, seat, bot, head, since, has_person in rows[:MOST_LOOKED_AT]
        if seat and bot
    ]


def find_offered_draws(mine: Claims | None = None, *, besides: Collection[int] = ()) -> list[Game]:
    """Games in which a draw is offered to a bot, without those that another worker has claimed."""
    return list(_free(Game.objects.filter(bot_to_answer__isnull=False), mine, besides).order_by("pk")[:MOST])


def _free(games: QuerySet[Game], mine: Claims | None, besides: Collection[int]) -> QuerySet[Game]:
    free = games.exclude(pk__in=besides) if besides else games
    return free.exclude(mine.by_others()) if mine is not None else free
