"""The moves of a demonstration game: quick, and lively to look at."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.contract.bots import furthest_ahead
from games.mabula import rules
from games.mabula.rules import State


def demonstrate(state: State, legal: Sequence[str], random: Random) -> str:
    """The push after which the own points are furthest ahead."""
    return furthest_ahead(rules, rules.tally, state, legal, random)
