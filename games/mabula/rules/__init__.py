"""The rules of Mabula (docs/rules.md, part B) under the contract of games.contract."""

from games.mabula.rules.board import BLACK, WHITE
from games.mabula.rules.play import OPTIONS, State, actor, apply, draw, draws, encode, fold, initial, legal, version
from games.mabula.rules.scoring import groups, has_four_threes, outcome, tally

__all__ = [
    "BLACK",
    "OPTIONS",
    "WHITE",
    "State",
    "actor",
    "apply",
    "draw",
    "draws",
    "encode",
    "fold",
    "groups",
    "has_four_threes",
    "initial",
    "legal",
    "outcome",
    "tally",
    "version",
]
