"""Which games have to be rated, or rated anew. Noted in the transaction that changes a result; worked on afterwards."""

from __future__ import annotations

from games.live import after_commit
from games.models import UNPLAYED, Game, RatingDue

Facts = tuple[str, bool, int | None, str]


def facts(game: Game) -> Facts:
    """What a rating rests on, besides who plays."""
    return game.status, game.is_rated, game.winner, game.decided


def note(game: Game, before: Facts) -> None:
    """Note a rated game whose result is another one than before; also if it had none, or has none any more."""
    now = facts(game)
    if game.agreed_rated and now != before and Game.Status.OVER in (now[0], before[0]):
        RatingDue.objects.select_for_update().get_or_create(game=game)  # the worker may be deleting it just now
        after_commit.wake_ratings()


def counts(game: Game) -> bool:
    """Whether the game changes ratings."""
    return game.status == Game.Status.OVER and game.is_rated and game.decided not in UNPLAYED
