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
    """The games of a list, with their boards. All their events are read by one query."""
    shown = list(games)
    log.load_positions(shown)
    return [GamePage(game, viewer_of(game, user)) for game in shown]
