"""Evidence in cases of cheating: how often somebody played what a program would have played, and how quickly.

The worker works it out in a process of low priority, a game at a time, and stores it; pages only read it. It is
bounded: a few games of a case, some decisions of each game, some seconds for a decision. It proves nothing by itself.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as NotYet
from concurrent.futures.process import BrokenProcessPool
from datetime import datetime
from threading import Event as Signal
from typing import Final

from django.db import connections
from django.db.models import Exists, OuterRef

from games.bots import agreement
from games.contract import Seat as SeatNumber
from games.models import Case, Event, Game, GameEvidence, Report, Seat
from games.processes import ProcessPool
from games.table import log
from games.table.position import StandingMove
from games.table.unreadable import Unreadable

logger = logging.getLogger(__name__)

MOST_GAMES: Final = 6  # of a case: those that were reported, then the latest of its subject
MOST_TIMES: Final = 300  # moves of a game whose time is kept
MOST_CASES: Final = 50  # looked at in a round
PAUSE: Final = 20.0  # seconds between two looks for work
LOWEST: Final = 19  # priority: bots and pictures, for which somebody waits, come first


def games_of(case: Case) -> list[Game]:
    """The games that a case of cheating is judged by. Somebody's games against bots say nothing: nobody is harmed."""
    if case.reason != Report.Offence.CHEATING or case.subject_id is None:
        return []
    of_subject = Game.objects.filter(seats__user=case.subject_id, seats__bot="")
    of_subject = of_subject.prefetch_related("seats")
    reported = list(of_subject.filter(reports__case=case).distinct().order_by("pk")[:MOST_GAMES])
    has_bot = Exists(Seat.objects.filter(game=OuterRef("pk")).exclude(bot=""))
    others = of_subject.filter(status=Game.Status.OVER).exclude(pk__in=[game.pk for game in reported])
    latest = others.exclude(has_bot).order_by("-pk")[: MOST_GAMES - len(reported)]
    return [*reported, *latest]


def of_games(games: Iterable[Game]) -> list[GameEvidence]:
    """What was worked out about these games, by one query."""
    found = GameEvidence.objects.filter(game__in=list(games), method=agreement.METHOD)
    return list(found.order_by("game", "seat"))


def run(stop: Signal) -> None:
    """Work out what is missing until told to stop; a loop of the worker."""
    pool = ProcessPool(1, niceness=LOWEST)
    try:
        while not stop.wait(PAUSE):
            try:
                while work_out_next(pool, stop):
                    pass
            except Exception:
                logger.exception("Evidence could not be worked out")
            finally:
                connections.close_all()
    finally:
        pool.close()


def work_out_next(pool: ProcessPool, stop: Signal) -> bool:
    """Work out one player of one game. Returns whether there was one, and time for it."""
    found = _missing()
    if found is None or stop.is_set():
        return False
    game, seat = found
    try:
        moves = log.position(game).moves
    except Unreadable:
        _keep(game, seat, [], [])
        return True
    given = agreement.decisions(game.kind, game.options, [(move.seat, move.text) for move in moves], seat)
    answers = _answers(pool.submit(agreement.agreements, game.kind, given), stop)
    if answers is None:
        return False
    _keep(game, seat, answers, _times(game, seat, moves))
    return True


def _missing() -> tuple[Game, SeatNumber] | None:
    """The oldest case goes first; in its games the opponent too, who shows what people do in such games."""
    open_cases = Case.objects.filter(status=Case.Status.OPEN, reason=Report.Offence.CHEATING).exclude(subject=None)
    for case in open_cases.order_by("pk")[:MOST_CASES]:
        games = games_of(case)
        known = {(one.game_id, one.seat) for one in of_games(games)}
        people = Seat.objects.filter(game__in=games, bot="").order_by("game", "number")
        seats = {(row.game_id, row.number) for row in people} - known
        for game in games:
            for number in (1, 2):
                if (game.pk, number) in seats:
                    return game, SeatNumber(number)
    return None


def _answers(future: Future[list[bool | None]], stop: Signal) -> list[bool | None] | None:
    """What the process answers; nothing known if it died; None if the worker ends."""
    while not stop.is_set():
        try:
            return future.result(timeout=0.5)
        except NotYet:
            continue
        except (BrokenProcessPool, CancelledError):
            logger.exception("The process that works out evidence died")
            return []
        except Exception:
            logger.exception("A bot failed over the evidence of a game")
            return []
    return None


def _keep(game: Game, seat: SeatNumber, answers: Sequence[bool | None], seconds: list[int]) -> None:
    """Of two workers that worked out the same, one is kept."""
    known = [answer for answer in answers if answer is not None]
    row = GameEvidence(
        game=game, seat=seat, method=agreement.METHOD, head=game.head, decisions=len(known), agreed=sum(known)
    )
    row.seconds = seconds
    GameEvidence.objects.bulk_create([row], ignore_conflicts=True)


def _times(game: Game, seat: SeatNumber, moves: Sequence[StandingMove]) -> list[int]:
    """The seconds between each of the seat's moves and what happened before it."""
    at: dict[int, datetime] = dict(Event.objects.filter(game=game, seq__lte=game.head).values_list("seq", "at"))
    own = [move.seq for move in moves if move.seat == seat]
    times = [round((at[seq] - at.get(seq - 1, game.created_at)).total_seconds()) for seq in own]
    return [max(0, one) for one in times[:MOST_TIMES]]
