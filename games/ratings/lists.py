"""Reads of ratings: leaderboards, how a rating came about, and its curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db.models import Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from games.models import Game, Rated, RatingChange
from games.ratings import ledger

if TYPE_CHECKING:
    from accounts.for_games import User

PAGE: Final = 50
MOST_PAGES: Final = 200
POINTS: Final = 200  # of a curve
Ladder = Rated.Ladder


class Point(NamedTuple):
    """Where a rating stood after a game."""

    at: datetime
    rating: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Leaders:
    """A page of a leaderboard."""

    rows: list[Rated]
    first_place: int
    page: int
    has_more: bool


def leaders(kind: str, ladder: Rated.Ladder, page: int) -> Leaders:
    """The established players of a ladder, the best first. Who is suspended or closed is left out."""
    page = min(max(page, 1), MOST_PAGES)
    start = (page - 1) * PAGE
    found = _established(kind, ladder, timezone.now())
    rows = list(found.select_related("user").order_by("-rating", "pk")[start : start + PAGE + 1])
    return Leaders(rows[:PAGE], start + 1, page, len(rows) > PAGE and page < MOST_PAGES)


def bots_of(kind: str) -> list[Rated]:
    """The bots of a ladder, by how strong they have shown themselves."""
    return list(Rated.objects.filter(kind=kind, ladder=Ladder.BOTS, bot__gt="").order_by("-rating", "pk"))


def standings_of(user: User) -> list[Rated]:
    """Where a person stands, on every ladder on which they have played."""
    return list(Rated.objects.filter(user=user, games__gt=0).order_by("kind", "-ladder"))


def standing_of(user: User, kind: str, ladder: Rated.Ladder) -> Rated | None:
    return Rated.objects.filter(user=user, kind=kind, ladder=ladder).first()


def standings_at(game: Game) -> dict[int, Rated]:
    """Where the players of a rated game stand, by their seats; nobody who has no rated game yet."""
    if not game.is_rated:
        return {}
    ladder = ledger.ladder_of(game)
    rows = Rated.objects.filter(kind=game.kind, ladder=ladder, games__gt=0)
    people = {seat.user_id: seat.number for seat in game.seats.all() if seat.user_id}
    found = {people[row.user_id]: row for row in rows.filter(user__in=people) if row.user_id}
    if ladder == Ladder.BOTS:
        bots = {seat.bot_at_start: seat.number for seat in game.seats.all() if seat.bot_at_start}
        found |= {bots[row.bot]: row for row in rows.filter(bot__in=bots)}
    return found


def changes_by(game: Game) -> list[RatingChange]:
    """What a game changed, by seat; none until it is rated, or if it never is."""
    return list(RatingChange.objects.filter(game=game).select_related("rated__user").order_by("seat"))


def history(rated: Rated, *, before: int | None) -> list[RatingChange]:
    """The games of a rating before one of them, the newest first; one more than a page, if there are more."""
    changes = rated.changes.all()
    if before is not None and (last := changes.filter(game=before).first()):
        changes = changes.filter(Q(at__lt=last.at) | Q(at=last.at, game__lt=last.game_id))
    return list(
        changes.select_related("game", "opponent__user")
        .prefetch_related("game__seats")
        .order_by("-at", "-game")[: PAGE + 1]
    )


def curve(rated: Rated) -> list[Point]:
    """The last games that counted, in their order."""
    return curves([rated]).get(rated.pk, [])


def curves(rows: Sequence[Rated]) -> dict[int, list[Point]]:
    """The same of several ratings, by one query."""
    place = Window(RowNumber(), partition_by="rated", order_by=("-at", "-game"))
    latest = RatingChange.objects.filter(rated__in=rows, counts=True).annotate(place=place).filter(place__lte=POINTS)
    latest = latest.order_by("rated", "at", "game")
    found: dict[int, list[Point]] = {}
    for rated, at, rating, deviation in latest.values_list("rated", "at", "rating", "deviation"):
        found.setdefault(rated, []).append(Point(at, rating, deviation))
    return found


def _established(kind: str, ladder: Rated.Ladder, now: datetime) -> QuerySet[Rated]:
    found = Rated.objects.filter(kind=kind, ladder=ladder, user__isnull=False, sure_until__gt=now)
    return found.filter(user__is_active=True)
