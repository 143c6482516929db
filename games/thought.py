"""What a bot is given to think with, and what it can say about a game.

A bot is pure: chance reaches it only as a seed of its own, time only as a question it may ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Thought:
    """One move's worth of thinking."""

    seed: int  # of all randomness: ``random.Random(thought.seed)``
    seconds: float  # what the thinking may take; ``is_out_of_time`` is what ends it
    is_out_of_time: Callable[[], bool]

    @classmethod
    def within(cls, seconds: float, *, seed: int, clock: Callable[[], float]) -> Thought:
        """Begins now and ends so many seconds later by that clock, such as ``time.thread_time``."""
        end = clock() + seconds
        return cls(seed, seconds, lambda: clock() >= end)

    @classmethod
    def counting(cls, looks: int, *, seed: int) -> Thought:
        """Ends when it was asked so often, and is therefore the same on every machine."""
        asked = count(1)
        return cls(seed, float("inf"), lambda: next(asked) > looks)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How good a position is for a seat, in points, and what was counted for that."""

    value: float
    parts: tuple[tuple[str, str, float], ...]  # what, the region it was counted in or "", its value


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is a good one: a code and facts, from which a sentence is made elsewhere."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


Choose: TypeAlias = Callable[[Any, Thought], str]  # one legal move of the seat to move in that state
