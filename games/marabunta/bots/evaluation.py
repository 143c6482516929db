"""How a position is judged, said so that it can be explained."""

from __future__ import annotations

from typing import Final

from games.contract import Seat
from games.contract.bots import Evaluation
from games.marabunta.bots.judgement import judge_of, sign_of
from games.marabunta.bots.weights import TUNED
from games.marabunta.rules import State
from games.marabunta.rules.board import REGIONS

WINNING: Final = 8.0  # measured in games between equal bots; see docs/bots.md


def winning_value(_state: State) -> float:
    """The value from which a seat nearly always wins."""
    return WINNING


def evaluate(state: State, seat: Seat) -> Evaluation:
    """In points, for that seat. The other seat's is the negative.

    Parts: ``region`` for each region, by its name, as what its circles promise; ``points`` scored so far;
    ``cupcakes``, ``crates`` and ``anthills`` for what the colony boards still promise. Of a finished game, its count
    by the same regions, and ``points`` scored before.
    """
    sign = sign_of(seat)
    judge = judge_of(state.board, TUNED)
    left = judge.time_left(state)
    one, two = state.players
    regions = [("region", name, sign * value) for name, value in zip(REGIONS, judge.regions(state, left), strict=True)]
    mine, theirs = (judge.colony(state, player, left) for player in (one, two))
    colony = [(what, "", sign * (own - other)) for what, own, other in zip(mine._fields, mine, theirs, strict=True)]
    return Evaluation(
        sign * judge.points(state), (*regions, ("points", "", sign * float(one.points - two.points)), *colony)
    )
