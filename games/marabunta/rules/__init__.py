"""The rules of Marabunta (docs/rules.md, part M) under the contract of games.contract."""

from games.marabunta.rules.board import Board, load_board
from games.marabunta.rules.play import OPTIONS, RETIRED, actor, apply, draw, draws, fold, initial, legal, version
from games.marabunta.rules.scoring import outcome, tally
from games.marabunta.rules.state import Phase, Player, Round, State, Trigger, encode, start

__all__ = [
    "OPTIONS",
    "RETIRED",
    "Board",
    "Phase",
    "Player",
    "Round",
    "State",
    "Trigger",
    "actor",
    "apply",
    "draw",
    "draws",
    "encode",
    "fold",
    "initial",
    "legal",
    "load_board",
    "outcome",
    "start",
    "tally",
    "version",
]
