"""Bots that play Marabunta, and what they can say about a game."""

from collections.abc import Mapping
from typing import Final

from games.marabunta.bots.evaluation import evaluate
from games.marabunta.bots.levels import larva, queen, soldier, worker
from games.marabunta.bots.reasons import explain
from games.thought import Choose

LEVELS: Final[Mapping[str, Choose]] = {  # the weakest first
    "larva": larva,
    "worker": worker,
    "soldier": soldier,
    "queen": queen,
}

__all__ = ["LEVELS", "evaluate", "explain"]
