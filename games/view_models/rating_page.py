"""Ratings as pages show them: a number with how sure it is, a list of what changed it, and a curve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

from games import kinds
from games.models import Rated, RatingChange
from games.ratings import lists
from games.ratings.glicko import PROVISIONAL, Rating
from games.ratings.history import Standing
from games.ratings.lists import Point
from games.words import names

if TYPE_CHECKING:
    from accounts.for_games import User


@dataclass(frozen=True, slots=True)
class RatingView:
    """Where somebody stands on a ladder today."""

    row: Rated
    rating: int
    deviation: int
    is_provisional: bool
    curve: Curve | None = None

    @property
    def title(self) -> str:
        return kinds.title_of(self.row.kind)

    @property
    def is_against_bots(self) -> bool:
        return self.row.ladder == Rated.Ladder.BOTS

    @property
    def said(self) -> str:
        """The rating alone, with a question mark as long as it says little."""
        return f"{self.rating}?" if self.is_provisional else str(self.rating)


def view_of(row: Rated, now: datetime) -> RatingView:
    """A rating as it is at that time: nobody's gets surer by waiting."""
    rating = Standing(Rating(row.rating, row.deviation, row.volatility), row.games, row.at).now(now)
    return RatingView(row, round(rating.rating), round(rating.deviation), rating.is_provisional)


def views_with_curves(rows: Sequence[Rated], now: datetime) -> list[RatingView]:
    """For a profile: each with how it went."""
    curves = lists.curves(rows)
    return [replace(view_of(row, now), curve=curve_of(curves.get(row.pk, []))) for row in rows]


@dataclass(frozen=True, slots=True)
class ChangeView:
    """What a game did to a rating, from the side of whose rating it is."""

    row: RatingChange
    may_see_game: bool

    @property
    def opponent(self) -> str:
        if not self.may_see_game:
            return _("a private game")
        return name_of(self.row.opponent)

    @property
    def name(self) -> str:
        """Whose rating it is."""
        return name_of(self.row.rated)

    @property
    def expected(self) -> int:
        return round(100 * self.row.expected)

    @property
    def result(self) -> str:
        return {1.0: _("won"), 0.5: _("drawn"), 0.0: _("lost")}[self.row.score]

    @property
    def before(self) -> int:
        return round(self.row.rating_before)

    @property
    def after(self) -> int:
        return round(self.row.rating)

    @property
    def deviation(self) -> int:
        return round(self.row.deviation)

    @property
    def change(self) -> str:
        return f"{self.after - self.before:+d}".replace("-", "−")


def change_view(row: RatingChange, viewer: User | None) -> ChangeView:
    players = {seat.user_id for seat in row.game.seats.all()}
    return ChangeView(row, row.game.is_public or bool(viewer and viewer.pk in players))


def name_of(row: Rated) -> str:
    """Who is rated, as everybody may know it."""
    if row.bot:
        return names.name_of_bot(row.bot)
    return row.user.username if row.user else str(names.FORMER)


WIDTH: Final = 640.0
HEIGHT: Final = 220.0
LEFT: Final = 44.0  # room for the numbers of the lines
TOP: Final = 12.0
STEPS: Final = (25, 50, 100, 200, 500)  # between two lines
MOST_LINES: Final = 6
MOMENT: Final = timedelta(seconds=1)  # between first and last game, if there was no time


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the chart at a round rating."""

    rating: int
    y: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A rating over time as a drawing: the line, the band of how sure it was, and lines to read it by."""

    games: int
    points: str
    band: str
    lines: list[Line]
    last: tuple[float, float]
    since: datetime
    until: datetime
    lowest: int
    highest: int
    width: float = WIDTH
    left: float = LEFT
    box: str = f"0 0 {WIDTH:g} {HEIGHT:g}"
    small_box: str = f"{LEFT - TOP:g} 0 {WIDTH - LEFT + TOP:g} {HEIGHT:g}"  # without the numbers of the lines


def curve_of(points: Sequence[Point]) -> Curve | None:
    """None for fewer than two games."""
    if len(points) < 2:
        return None
    since, until = points[0].at, points[-1].at
    low = min(point.rating - point.deviation for point in points)
    high = max(point.rating + point.deviation for point in points)

    def x(at: datetime) -> float:
        return round(LEFT + (WIDTH - LEFT - TOP) * ((at - since) / max(until - since, MOMENT)), 1)

    def y(rating: float) -> float:
        return round(TOP + (HEIGHT - 2 * TOP) * (high - rating) / max(high - low, 1.0), 1)

    upper = [f"{x(point.at)},{y(point.rating + point.deviation)}" for point in points]
    lower = [f"{x(point.at)},{y(point.rating - point.deviation)}" for point in points]
    step = next((step for step in STEPS if (high - low) / step <= MOST_LINES), STEPS[-1])
    first = int(-(-low // step)) * step
    ratings = [round(point.rating) for point in points]
    return Curve(
        games=len(points),
        points=" ".join(f"{x(point.at)},{y(point.rating)}" for point in points),
        band=" ".join([*upper, *reversed(lower)]),
        lines=[Line(rating, y(rating)) for rating in range(first, int(high) + 1, step)],
        last=(x(until), y(points[-1].rating)),
        since=since,
        until=until,
        lowest=min(ratings),
        highest=max(ratings),
    )


__all__ = [
    "PROVISIONAL",
    "ChangeView",
    "Curve",
    "RatingView",
    "change_view",
    "curve_of",
    "name_of",
    "view_of",
    "views_with_curves",
]
