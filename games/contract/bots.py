"""The bots of a kind: a bot is given a state and a search budget, and answers with a legal move.

A bot is pure: its randomness comes from the seed of the budget alone, and it asks the budget whether time is up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from games.contract import Outcome, Rules, Seat

if TYPE_CHECKING:
    from random import Random

_ALL: Final = 2**64
_GOLDEN: Final = 0x9E3779B97F4A7C15  # 2**64 by the golden ratio: spreads seeds that lie close together


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

    levels: Mapping[str, Choose]  # the ladder: the weakest first
    patient: frozenset[str]  # those that look at the clock, and think as long as they may
    evaluate: Callable[[Any, Seat], Evaluation]
    explain: Callable[[Any, str], Reason]  # raises IllegalMove
    demonstrate: Callable[[Any, Sequence[str], Random], str]  # a quick move, by chance among equals, for demo games
    # The value from which a position is as good as won: nine of ten such games are. None where nobody has measured it.
    winning_value: Callable[[Any], float] | None = None


def at_times(instead: Choose, *, share: float, otherwise: Choose) -> Choose:
    """A bot between two others: that share of its moves is made as the first makes them."""

    def choose(state: Any, budget: SearchBudget) -> str:
        chance = budget.seed * _GOLDEN % _ALL / _ALL  # not the chance that the other two take from the seed
        return (instead if chance < share else otherwise)(state, budget)

    return choose


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
