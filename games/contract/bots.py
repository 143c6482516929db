"""The bots of a kind: a bot is given a state and a search budget, and answers with a legal move.

A bot is pure: its randomness comes from the seed of the budget alone, and it asks the budget whether time is up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, TypeAlias

from games.contract import Outcome, Rules, Seat

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True)
class SearchBudget:
    """The seed and the time for one move of a bot."""

    seed: int  # of all randomness: ``random.Random(budget.seed)``
    seconds: float  # the time that the bot may plan with; ``is_out_of_time`` ends the search
    is_out_of_time: Callable[[], bool]

    @classmethod
    def within(cls, seconds: float, *, seed: int, clock: Callable[[], float]) -> SearchBudget:
        """Starts now, and ends so many seconds later by that clock, such as ``time.thread_time``."""
        end = clock() + seconds
        return cls(seed, seconds, lambda: clock() >= end)

    @classmethod
    def counting(cls, looks: int, *, seed: int) -> SearchBudget:
        """Ends after so many questions for the time, so that a search is the same on every machine."""
        asked = count(1)
        return cls(seed, float("inf"), lambda: next(asked) > looks)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How good a position is for a seat, in points, and the parts that add up to it."""

    value: float
    parts: tuple[tuple[str, str, float], ...]  # the name of a part, its region or "", its value


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is a good one: a code and facts, from which the kind's page makes a sentence."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)


Choose: TypeAlias = Callable[[Any, SearchBudget], str]  # a legal move of the seat to move in that state


@dataclass(frozen=True, eq=False)
class Bots:
    """The bots of a kind, and their judgement of positions and moves."""

    levels: Mapping[str, Choose]  # the weakest first
    evaluate: Callable[[Any, Seat], Evaluation]
    explain: Callable[[Any, str], Reason]  # raises IllegalMove
    demonstrate: Callable[[Any, Sequence[str], Random], str]  # a quick move, by chance among equals, for demo games


def furthest_ahead(
    rules: Rules[Any], tally: Callable[[Any], Outcome], state: Any, moves: Sequence[str], random: Random
) -> str:
    """The move after which the seat to move has the greatest lead in points; by chance among equals."""
    shuffled = list(moves)
    random.shuffle(shuffled)

    def lead(move: str) -> int:
        one, two = tally(rules.apply(state, move)).points
        return one - two if rules.actor(state) is Seat.ONE else two - one

    return max(shuffled, key=lead)
