"""A game read together with its seats and the people on them: ``game.seats.all()`` then asks the database no more."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import BigIntegerField

from games.models import Game, Seat


def game_with_seats(pk: int) -> Game | None:
    """By one query."""
    if pk > BigIntegerField.MAX_BIGINT:
        return None  # no database takes such a number
    rows = list(Seat.objects.select_related("game", "user").filter(game=pk).order_by("number"))
    if not rows:
        return None
    game = rows[0].game
    _keep(game, rows)
    return game


def locked_game_with_seats(pk: int) -> Game:
    """By two queries, the seats after the lock: another transaction may have changed both before it let go."""
    game = Game.objects.select_for_update().get(pk=pk)
    _keep(game, list(Seat.objects.select_related("user").filter(game=pk).order_by("number")))
    return game


def _keep(game: Game, rows: Sequence[Seat]) -> None:
    """As prefetch_related keeps them, which would need a query of its own."""
    seats = game.seats.all()
    seats._result_cache = [*rows]  # noqa: SLF001
    game._prefetched_objects_cache = {"seats": seats}  # type: ignore[attr-defined] # noqa: SLF001
    for row in rows:
        row.game = game
