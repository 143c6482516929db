"""Bots that play Mabula, and what they can say about a game."""

from collections.abc import Mapping
from typing import Final

from games.mabula.bots.levels import larva, queen, soldier, worker
from games.thought import Choose

LEVELS: Final[Mapping[str, Choose]] = {"larva": larva, "worker": worker, "soldier": soldier, "queen": queen}  # the weakest first

__all__ = ["LEVELS"]
