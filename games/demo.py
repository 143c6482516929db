"""Random games that anyone can see again: every move follows from the kind and the number of the game."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from games import contract, kinds
from games.chance import StreamChance
from games.contract import Actor, Outcome
from games.kinds import Kind

NUMBERS = range(1_000_000)


@dataclass(frozen=True, slots=True)
class Step:
    """A move, who made it, and the state it led to."""

    at: int
    actor: Actor
    move: str
    state: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class DemoGame:
    kind: Kind
    number: int
    steps: tuple[Step, ...]

    @property
    def last(self) -> int:
        """How many moves it has."""
        return len(self.steps)

    @property
    def outcome(self) -> Outcome:
        outcome = self.kind.rules.outcome(self.state(self.last))
        assert outcome is not None, "every one of these games is played to its end"
        return outcome

    def state(self, at: int) -> Any:
        """The state after so many moves."""
        return self.steps[at - 1].state if at else self.kind.rules.initial({})


@lru_cache(maxsize=64)
def play(key: str, number: int) -> DemoGame:
    """The game of that kind and number: the default options, and two players who choose blindly."""
    kind = kinds.get(key)
    rules = kind.rules
    name = f"demo/{key}/{number}"
    blind = random.Random(name)
    moves = contract.play(
        rules, {}, chance=StreamChance(name.encode(), game=name), choose=lambda _, legal: blind.choice(legal)
    )
    steps: list[Step] = []
    before = rules.initial({})
    for at, (move, after) in enumerate(moves, start=1):
        steps.append(Step(at, rules.actor(before), move, after))
        before = after
    return DemoGame(kind, number, tuple(steps))


def any_number() -> int:
    return random.choice(NUMBERS)
