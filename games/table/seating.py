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
    for game in locked([pk]):
        keep_seats(game)
        return game
    raise Game.DoesNotExist


def locked(pks: Iterable[int]) -> list[Game]:
    """These games, and with each the other one of its match, locked in the order of their numbers, as everywhere."""
    pks = {*pks}
    asked = Game.objects.filter(pk__in=pks)
    both = asked.values("pk").union(asked.values("partner"))  # an OR reads the whole table where hardly a game has one
    rows = Game.objects.select_for_update().filter(pk__in=both).order_by("pk")
    found = {game.pk: game for game in rows}
    for game in found.values():
        if game.partner_id in found:
            game.partner = found[game.partner_id]
    return [game for game in found.values() if game.pk in pks]


def keep_seats(game: Game) -> None:
    """Read the seats of a game that is locked, by one query."""
    _keep(game, _with_people(game.pk))


def head_for(game: Game, seat: int | None) -> int:
    """The last event that a seat may know: in a step of a mirror match, whoever makes it knows their own moves."""
    is_theirs = seat is not None and seat in (game.to_move, game.held_by)
    return game.head + game.veiled if is_theirs else game.head


def shown_to(game: Game, seat: int | None) -> Game:
    """The game as that seat may know it, and nobody else: what is read of it then goes as far."""
    head = head_for(game, seat)
    game.veiled -= head - game.head
    game.head = head
    return game


def _keep(game: Game, rows: Sequence[Seat]) -> None:
    keep(game, "seats", [*rows])
    for row in rows:
        row.game = game
