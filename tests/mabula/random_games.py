"""Games played blindly, for what must hold in every position."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games import contract
from games.chance import StreamChance
from games.mabula import rules
from games.mabula.rules import State


def steps(seed: int, **options: str) -> Iterator[tuple[State, str, State]]:
    """Every state of a game, the move made in it, and the state after it."""
    blind = random.Random(seed)
    state = rules.initial(options)
    chance = StreamChance(str(seed).encode(), game="mabula")
    for move, after in contract.play(rules, options, chance=chance, choose=lambda _, legal: blind.choice(legal)):
        yield state, move, after
        state = after


def states(seed: int, **options: str) -> list[State]:
    """All of them but the empty board."""
    return [after for _, _, after in steps(seed, **options)]
