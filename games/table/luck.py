"""Whose stream a game's chance draws from, and when its seed may be shown.

The two games of a mirror match have one stream: that of the first, by its number and by the nonces in the order of its
seats. In the second the players have changed seats, and each seat keeps the nonce of whoever sits there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games import kinds
from games.chance import StreamChance, stream_of
from games.models import Game
from games.models import Seat as SeatRow
from games.table import log
from games.table.log import Position, is_revealed


def name_of(game: Game) -> int:
    """The game by whose number the stream goes."""
    return game.stream or game.pk


def nonces_of(game: Game, rows: Iterable[SeatRow]) -> tuple[str, str]:
    """Both nonces in the order in which the stream takes them. The rows are in the order of the seats."""
    one, two = (row.nonce for row in rows)
    return (two, one) if game.stream else (one, two)


def stream(game: Game, rows: Iterable[SeatRow], seed: bytes, number: int) -> StreamChance:
    """The draws of chance's move of that number (from 0): anyone can recompute them once the seed is shown."""
    return stream_of(seed, game=name_of(game), number=number, nonces=nonces_of(game, rows))


def may_open(game: Game, position: Position) -> bool:
    """Whether the seed of a game that stands so may be known: nothing depends on it any more, here or on the other
    board of the match."""
    rules: Any = kinds.get(game.kind).rules
    if not is_revealed(position, rules):
        return False
    return game.partner is None or is_revealed(log.position(game.partner), rules)
