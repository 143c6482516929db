"""Evidence in cases of cheating: how often somebody played what a program would have played, and how quickly.

The worker works it out in a process of low priority, a game at a time, and stores it; pages only read it. It is
bounded: a few games of a case, some decisions of each game, some seconds for a decision. Of many workers one
alone is at a player of a game, while it renews its claim. It proves nothing by itself.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as NotYet
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from datetime import datetime
from threading import Event as Signal
from typing import TYPE_CHECKING, Final

from django.db import connections
from django.db.models import Count, Exists, F, OuterRef, Sum

from games.bots import agreement
from games.bots.agreement import Share
from games.claims import Claims
from games.contract import Seat as SeatNumber
from games.models import Case, Claim, Event, Game, GameEvidence, Rated, Report, Seat
from games.processes import ProcessPool
from games.ratings.glicko import PROVISIONAL
from games.table import log
from games.table.position import StandingMove
from games.table.unreadable import Unreadable

if TYPE_CHECKING:
    from accounts.for_games import User

logger = logging.getLogger(__name__)

MOST_GAMES: Final = 6  # of a case: those that were reported, then the latest of its subject
MOST_TIMES: Final = 300  # moves of a game whose time is kept
MOST_CASES: Final = 50  # looked at in a round
PAUSE: Final = 20.0  # seconds between two looks for work
LOWEST: Final = 19  # priority: bots and pictures, for which somebody waits, come first
NEAR: Final = 150  # points: whose rating is no further away plays about as well
LEAST_PEOPLE: Final = 10  # who must have been measured, to say what is usual among them


@dataclass(frozen=True, slots=True)
class NearRating:
    """What was measured of established players with about the same rating; its error is that of whole people."""

    people: int
    games: int
    share: Share | None  # None: too few people


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


def near(kind: str, rating: float, *, besides: User) -> NearRating:
    """How often established players with about this rating among people agree, as far as they were measured here.

    They are the opponents in cases of cheating, and people who were suspected; not those against whom it was acted.
    """
    guilty = Case.objects.filter(reason=Report.Offence.CHEATING, outcome=Case.Finding.ACTED).exclude(subject=None)
    measured = Seat.objects.filter(
        number=F("game__evidence__seat"),
        game__evidence__method=agreement.METHOD,
        game__evidence__decisions__gt=0,
        game__kind=kind,
        game__status=Game.Status.OVER,
        user__ratings__kind=kind,
        user__ratings__ladder=Rated.Ladder.PEOPLE,
        user__ratings__deviation__lte=PROVISIONAL,
        user__ratings__rating__range=(rating - NEAR, rating + NEAR),
        bot="",
    )
    others = measured.exclude(user=besides).exclude(user__in=guilty.values("subject")).order_by().values("user")
    rows = others.annotate(
        agreed=Sum("game__evidence__agreed"), decisions=Sum("game__evidence__decisions"), games=Count("pk")
    )
    found = list(rows.values_list("agreed", "decisions", "games"))
    share = agreement.share((agreed, decisions) for agreed, decisions, _ in found)
    games = sum(games for _, _, games in found)
    return NearRating(len(found), games, share if len(found) >= LEAST_PEOPLE else None)


def run(stop: Signal) -> None:
    """Work out what is missing until told to stop; a loop of the worker."""
    pool, claims = ProcessPool(1, niceness=LOWEST), Claims(Claim.Job.EVIDENCE)
    try:
        while not stop.wait(PAUSE):
            try:
                while work_out_next(pool, claims, stop):
                    pass
            except Exception:
                logger.exception("Evidence could not be worked out")
            finally:
                connections.close_all()
    finally:
        pool.close()


def work_out_next(pool: ProcessPool, claims: Claims, stop: Signal) -> bool:
    """Work out one player of one game that no other worker is at. Returns whether there was one, and time for it."""
    for game, row in _missing():
        if stop.is_set():
            return False
        if claims.take(row.pk) is None:
            continue
        try:
            seat = SeatNumber(row.number)
            if _is_known(game, seat):  # another worker was quicker, before the claim
                continue
            return _work_out(game, seat, pool, claims, stop)
        finally:
            claims.release([row.pk])
    return False


def _work_out(game: Game, seat: SeatNumber, pool: ProcessPool, claims: Claims, stop: Signal) -> bool:
    """Returns whether there was time for it."""
    try:
        moves = log.position(game).moves
    except Unreadable:
        _keep(game, seat, [], [])
        return True
    given = agreement.decisions(game.kind, game.options, [(move.seat, move.text) for move in moves], seat)
    answers = _answers(pool.submit(agreement.agreements, game.kind, given), claims, stop)
    if answers is None:
        return False
    _keep(game, seat, answers, _times(game, seat, moves))
    return True


def _missing() -> Iterator[tuple[Game, Seat]]:
    """The oldest case goes first; in its games the opponent too, who shows what people do in such games."""
    open_cases = Case.objects.filter(status=Case.Status.OPEN, reason=Report.Offence.CHEATING).exclude(subject=None)
    for case in open_cases.order_by("pk")[:MOST_CASES]:
        games = games_of(case)
        known = {(one.game_id, one.seat) for one in of_games(games)}
        for game in games:
            for row in game.seats.all():
                if not row.bot and (game.pk, row.number) not in known:
                    yield game, row


def _is_known(game: Game, seat: SeatNumber) -> bool:
    return GameEvidence.objects.filter(game=game, seat=seat, method=agreement.METHOD).exists()


def _answers(future: Future[list[bool | None]], claims: Claims, stop: Signal) -> list[bool | None] | None:
    """What the process answers; nothing known if it died; None if the worker ends."""
    while not stop.is_set():
        claims.renew()
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
    """Of two workers that worked out the same, because the claim of one expired, one is kept."""
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
