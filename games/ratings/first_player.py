"""What going first is worth, board by board: the ratings of both players are compared with that added."""

from __future__ import annotations

from collections.abc import Sequence

from games import kinds
from games.contract import Seat
from games.models import Event, Game

OPENING = 4  # events, within which both kinds of first move lie: chance opens a game, then the first player acts


def advantages(games: Sequence[Game]) -> dict[int, float]:
    """What seat one had by going first, or lost by going second, in each of these games; in rating."""
    opening = Event.objects.filter(game__in=[game.pk for game in games], seq__lte=OPENING, act=Event.Act.MOVE)
    moves = opening.exclude(seat=None).order_by("game", "-seq").values_list("game", "seat")
    first = {number: Seat(seat) for number, seat in moves if seat}  # the earliest comes last, and stays
    return {game.pk: _advantage(game, first.get(game.pk)) for game in games}


def _advantage(game: Game, first: Seat | None) -> float:
    if first is None:
        return 0.0
    try:
        kind = kinds.get(game.kind)
    except kinds.UnknownKind:
        return 0.0
    worth = kind.first_player.get("/".join(game.options[name] for name in kind.options), 0.0)
    return worth if first is Seat.ONE else -worth
