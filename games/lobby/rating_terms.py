"""Ratings and challenges: for whom one is, and how many rated games the same two play at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db.models import QuerySet

from games.models import Challenge, Game, Rated

if TYPE_CHECKING:
    from accounts.for_games import User

HALF: Final = 0.5  # people read ratings rounded, so a range is meant rounded


@dataclass(frozen=True, slots=True)
class RatingRange:
    """The ratings that an opponent may have. Somebody without a rating is in no range."""

    least: int | None = None
    most: int | None = None

    def __bool__(self) -> bool:
        """Whether it leaves anybody out."""
        return self != ANYBODY

    def __str__(self) -> str:
        if self.least is None:
            return f"≤ {self.most}"
        return f"{self.least}+" if self.most is None else f"{self.least}–{self.most}"

    def has(self, rating: float | None) -> bool:
        if rating is None:
            return not self
        is_enough = self.least is None or rating >= self.least - HALF
        return is_enough and (self.most is None or rating < self.most + HALF)


ANYBODY: Final = RatingRange()


def range_of(offer: Challenge) -> RatingRange:
    return RatingRange(offer.rating_from, offer.rating_to)


def rating_of(user: User, kind: str) -> float | None:
    """The rating against people; None without a rated game."""
    found = Rated.objects.filter(user=user, kind=kind, ladder=Rated.Ladder.PEOPLE, games__gt=0)
    return found.values_list("rating", flat=True).first()


def have_enough(one: User, two: User) -> bool:
    """Whether two people play as many rated games with each other as two may at once."""
    games = _running(one).filter(seats__user=two)
    return len({stream or pk for stream, pk in games.values_list("stream", "pk")}) >= most_at_once()  # a match is one


def has_enough(user: User, bot: str, kind: str) -> bool:
    """Whether somebody plays as many rated games against this bot as one may at once: no clock ends what is lost."""
    games = _running(user).filter(kind=kind, seats__bot_at_start=bot)
    return games.count() >= most_at_once()


def most_at_once() -> int:
    return int(settings.MOST_RATED_BETWEEN_TWO)


def _running(user: User) -> QuerySet[Game]:
    return Game.objects.filter(seats__user=user).filter(status=Game.Status.RUNNING, is_rated=True)
