"""How a position is judged, said so that it can be explained."""

from __future__ import annotations

from typing import Final

from games.contract import Seat
from games.contract.bots import Evaluation
from games.mabula.bots.board import LAYER, WHITES, name_of_first, position_of
from games.mabula.bots.judgement import Judge
from games.mabula.rules import State, outcome

WINNING: Final = {"largest": 1.5, "product": 10.0}  # measured in games between equal bots; see docs/bots.md


def winning_value(state: State) -> float:
    """The value from which a seat nearly always wins."""
    return WINNING[state.scoring]


def evaluate(state: State, seat: Seat) -> Evaluation:
    """In points, for that seat. The other seat's is the negative.

    Parts: ``group`` for each group in the field, by its first space as one reads, the other's groups
    below zero; ``centre`` and ``crowd`` for where the marbles lie. Of a finished game, its count.
    """
    sign = 1 if seat is Seat.ONE else -1
    if ended := outcome(state):
        white, black = ended.points
        return Evaluation(sign * float(white - black), ((state.scoring, "", sign * float(white - black)),))
    judge = Judge(state.scoring, state.ties)
    position = position_of(state.marbles)
    of_white, of_black = judge.worth(position & WHITES), judge.worth(position >> LAYER)
    groups = [
        ("group", name_of_first(group), sign * colour * value)
        for colour, worth in ((1, of_white), (-1, of_black))
        for group, value in worth.groups
    ]
    centre, crowd = of_white.centre - of_black.centre, of_white.crowd - of_black.crowd
    value = judge.value(position, black=False)
    return Evaluation(sign * value, (*groups, ("centre", "", sign * centre), ("crowd", "", sign * crowd)))
