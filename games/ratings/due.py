"""Which games have to be rated, or rated anew. Noted in the transaction that changes a result; worked on afterwards."""

from __future__ import annotations

from datetime import datetime

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
        due = RatingDue.objects.select_for_update()  # the worker may be deleting it just now
        for number in filter(None, (game.pk, game.partner_id)):  # a mirror match is rated as one game
            due.get_or_create(game_id=number)
        after_commit.wake_ratings()


def counts(game: Game) -> bool:
    """Whether the game changes ratings. Of a mirror match the one that ended later does, if both count."""
    if game.partner is None:
        return _has_result(game)
    return _has_result(game) and _has_result(game.partner) and _place(game) > _place(game.partner)


def _has_result(game: Game) -> bool:
    return game.status == Game.Status.OVER and game.is_rated and game.decided not in UNPLAYED


def _place(game: Game) -> tuple[datetime, int]:
    assert game.ended_at is not None, "only a game that is over has a result"
    return game.ended_at, game.pk
