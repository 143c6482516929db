"""Bots that play Mabula, their evaluation of a position, and their reasons for a move."""

from games.mabula.bots.demonstration import demonstrate
from games.mabula.bots.evaluation import evaluate, winning_value
from games.mabula.bots.levels import LADDER, PATIENT
from games.mabula.bots.reasons import explain

__all__ = ["LADDER", "PATIENT", "demonstrate", "evaluate", "explain", "winning_value"]
