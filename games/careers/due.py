"""Which games have to be looked at. Noted in the transaction that changes a result; worked on afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.live import after_commit
from games.models import CareerDue, Game, Seat
from games.ratings.due import Facts, facts

if TYPE_CHECKING:
    from accounts.for_games import User


def note(game: Game, before: Facts) -> None:
    """Note a game whose result is another one than before; also if it had none, or has none any more."""
    now = facts(game)
    if now != before and Game.Status.OVER in (now[0], before[0]):
        CareerDue.objects.get_or_create(game=game)
        after_commit.wake_ratings()


def note_person(user: User) -> None:
    """Have everything of a person counted anew: games have come to them that they had not. One game is enough."""
    last = Seat.objects.filter(user=user, game__status=Game.Status.OVER).order_by("-game").first()
    if last is not None:
        CareerDue.objects.get_or_create(game=last.game)
        after_commit.wake_ratings()
