"""The games of a ladder as everybody may have them, to work out every rating without us: see docs/ratings.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from games.models import Rated, RatingChange
from games.ratings import ledger
from games.ratings.history import RatedGame
from games.ratings.ledger import Ladder

BATCH: Final = 500
Row = dict[str, Any]


def rows(kind: str, ladder: Ladder) -> Iterator[list[Row]]:
    """The games that are rated, a batch at a time, in the order in which they count.

    Of a private game nobody learns which one it is. What a game came to is told as the site says it.
    """
    games = ledger.all_games(kind, ladder)
    while batch := list(islice(games, BATCH)):
        yield _described(batch)


def players(kind: str, ladder: Ladder) -> dict[int, str | None]:
    """Who has which number on a ladder: a level of bot, or a name; none of whoever has left or is suspended."""
    rated = Rated.objects.filter(kind=kind, ladder=ladder).order_by("pk")
    found = rated.values_list("pk", "bot", "user__username", "user__is_active")
    return {number: bot or (name if is_active else None) for number, bot, name, is_active in found}


def _described(games: Sequence[RatedGame]) -> list[Row]:
    changes = RatingChange.objects.filter(game__in=[game.number for game in games]).order_by("game", "seat")
    after: dict[int, list[float]] = {}
    public = set()
    for number, rating, is_public in changes.values_list("game", "rating", "game__is_public"):
        after.setdefault(number, []).append(rating)
        if is_public:
            public.add(number)
    return [
        {
            "game": game.number if game.number in public else None,
            "ended": game.at.isoformat(),
            "players": game.players,
            "score": game.score,
            "advantage": game.advantage,
            "lost_on_time": game.lost_on_time,
            "ratings": after[game.number],
        }
        for game in games
        if game.number in after  # others are still to be rated
    ]
