"""Corrections: a result was changed afterwards, so ratings that rested on it are others now. Who has one is told."""

from __future__ import annotations

from games.models import Game, Rated, RatingCorrection
from games.notify import events


def tell(rated: Rated, *, was: float, game: Game) -> None:
    """Keep the rating before and after, and notify its owner; not if it reads the same."""
    if rated.user is None or round(was) == round(rated.rating):
        return
    correction = RatingCorrection.objects.create(rated=rated, game=game, before=was, after=rated.rating)
    events.rating_corrected(user=rated.user, correction=correction)
