"""Bots that play Marabunta, their evaluation of a position, and their reasons for a move."""

from games.marabunta.bots.demonstration import demonstrate
from games.marabunta.bots.evaluation import evaluate, winning_value
from games.marabunta.bots.levels import LADDER, PATIENT
from games.marabunta.bots.reasons import explain

__all__ = ["LADDER", "PATIENT", "demonstrate", "evaluate", "explain", "winning_value"]
