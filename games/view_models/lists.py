from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.access import viewer_of
from games.models import Game
from games.table import log
from games.view_models.game_page import GamePage

if TYPE_CHECKING:
    from accounts.for_games import User


def pages_of(games: Iterable[Game], user: User | None) -> list[GamePage]:
    """Games as a list shows them, with their boards: however many, what happened in them is one query."""
    shown = list(games)
    log.load_positions(shown)
    return [GamePage(game, viewer_of(game, user)) for game in shown]
