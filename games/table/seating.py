"""A game read together with its seats and the people on them: ``game.seats.all()`` then asks the database no more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.contrib.auth import get_user_model
from django.db.models import BigIntegerField

from games.models import Game, Seat
from games.prepared import Prepared, keep

_TOLD = {"id", "username", "is_guest", "is_active", "barred_until"}
_UNTOLD = [
    f"user__{field.name}"
    for field in get_user_model()._meta.concrete_fields  # noqa: SLF001
    if field.name not in _TOLD
]

_with_game = Prepared(lambda pk: Seat.objects.select_related("game", "user").filter(game=pk).order_by("number"))
_with_people = Prepared(lambda pk: Seat.objects.select_related("user").filter(game=pk).order_by("number"))
_listed = Prepared(
    lambda games: Seat.objects.select_related("user").defer(*_UNTOLD).filter(game__in=games).order_by("number")
)


def game_with_seats(pk: int) -> Game | None:
    """By one query."""
    if pk > BigIntegerField.MAX_BIGINT:
        return None  # no database takes such a number
    rows = _with_game(pk)
    if not rows:
        return None
    game = rows[0].game
    _keep(game, rows)
    return game


def with_seats(games: Iterable[Game]) -> list[Game]:
    """The same games, by one query more. Of the people only what lists tell is read."""
    found = list(games)
    by_game: defaultdict[int, list[Seat]] = defaultdict(list)
    for row in _listed(tuple(game.pk for game in found)) if found else ():
        by_game[row.game_id].append(row)
    for game in found:
        _keep(game, by_game[game.pk])
    return found


def locked_game_with_seats(pk: int) -> Game:
    """By two queries, the seats after the lock: another transaction may have changed both before it let go."""
    game = Game.objects.select_for_update().get(pk=pk)
    _keep(game, _with_people(pk))
    return game


def _keep(game: Game, rows: Sequence[Seat]) -> None:
    keep(game, "seats", [*rows])
    for row in rows:
        row.game = game
