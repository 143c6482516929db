"""Games that no longer replay, or whose kind nobody knows: everything else goes on, and an administrator is told.

Whoever reads a position gets ``Unreadable``; lists show such a game as one that cannot be shown, its own page says so,
and no loop stops at it. It is logged once in each process; what this logger says is mailed to the administrators, once
a day for each game (games/notify/alarm.py).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from django.db import DatabaseError, InterfaceError

from games.models import Game

logger = logging.getLogger(__name__)


class Unreadable(Exception):
    """The game cannot be shown."""

    def __init__(self, game: int) -> None:
        super().__init__(f"game {game} cannot be shown")
        self.game = game


@contextmanager
def noticed(game: Game) -> Iterator[None]:
    """Whatever fails in here but the database is the fault of what is stored of this game. Raises Unreadable."""
    try:
        yield
    except (DatabaseError, InterfaceError, Unreadable):
        raise
    except Exception as fault:
        note(game.pk, fault)
        raise Unreadable(game.pk) from fault


def note(game: int, fault: Exception) -> None:
    """Log it, unless this process did so before."""
    with _lock:
        if game in _noted or len(_noted) >= MOST:
            return
        _noted.add(game)
    logger.error("Game %s cannot be shown: verify_games tells more", game, exc_info=fault)


def forget() -> None:
    with _lock:
        _noted.clear()


MOST: Final = 1000  # that are remembered
_lock = Lock()
_noted: set[int] = set()
