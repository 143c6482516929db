"""Bots that play Marabunta, their evaluation of a position, and their reasons for a move."""

from collections.abc import Mapping
from typing import Final

from games.contract.bots import Choose
from games.marabunta.bots.demonstration import demonstrate
from games.marabunta.bots.evaluation import evaluate
from games.marabunta.bots.levels import larva, queen, soldier, worker
from games.marabunta.bots.reasons import explain

LEVELS: Final[Mapping[str, Choose]] = {  # the weakest first
    "larva": larva,
    "worker": worker,
    "soldier": soldier,
    "queen": queen,
}

__all__ = ["LEVELS", "demonstrate", "evaluate", "explain"]
