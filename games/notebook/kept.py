"""The games that a person has marked, their own and others', page by page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db.models import Exists, OuterRef, Q

from games.models import GameMark, Seat
from games.notebook import marks

if TYPE_CHECKING:
    from accounts.for_games import User

PAGE: Final = 20


@dataclass(frozen=True, slots=True)
class Kept:
    """A page of marks with their games, and the game behind which the next page begins."""

    marks: list[GameMark]
    older: int | None


def find(user: User, *, what: str = "", tag: str = "", before: int | None = None) -> Kept:
    """The games that began last come first. A game that the person may not see any more is left out."""
    found = GameMark.objects.filter(marks.wanted(what, tag), user=user)
    found = found.filter(Q(game__is_public=True) | Q(Exists(Seat.objects.filter(user=user, game=OuterRef("game")))))
    if before is not None:
        found = found.filter(game__lt=before)
    rows = list(found.select_related("game").prefetch_related("game__seats__user").order_by("-game_id")[: PAGE + 1])
    return Kept(rows[:PAGE], rows[PAGE - 1].game_id if len(rows) > PAGE else None)
