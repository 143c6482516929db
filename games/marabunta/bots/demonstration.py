"""The moves of a demonstration game: quick, and lively to look at."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.contract.bots import furthest_ahead
from games.marabunta import rules
from games.marabunta.rules import Phase, State


def demonstrate(state: State, legal: Sequence[str], random: Random) -> str:
    """The move after which the own points are furthest ahead; by chance where points say nothing about it."""
    marks = [move for move in legal if move not in _IDLE] or list(legal)
    if state.phase is not Phase.RESOLVE:
        return random.choice(marks)
    return furthest_ahead(rules, rules.tally, state, marks, random)


_IDLE = {"end", "decline"}
