"""How often somebody plays what the strongest bot would play: a figure for moderators, never a verdict.

The bot stands in for “a program”: whoever lets one choose agrees with it more often than people do. It is asked in the
same way each time, with a budget of looks instead of seconds, so that the figure is the same on every machine. What is
usual was measured the same way, on games between bots of every level (games.lab.agreement). See docs/moderation.md.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from games import kinds
from games.contract import Seat
from games.contract.bots import SearchBudget

METHOD: Final = 1  # of what is stored: another bot, other looks or another choice of decisions is another number
MOST: Final = 24  # decisions of a seat in a game, spread over it
LOOKS: Final = 40  # how often the bot may ask whether its time is up
LONGEST: Final = 20.0  # seconds by the clock on the wall for one decision, after which it is left out
USUAL_FILE: Final = Path(__file__).with_name("usual_agreement.json")


class Decision(NamedTuple):
    """A move for which there was a choice."""

    number: int  # of the move among the moves of the game, from 0
    state: Any
    move: str


@dataclass(frozen=True, slots=True)
class Share:
    """A share with its standard error. It follows from whole games: moves of one game resemble each other."""

    games: int
    decisions: int
    agreed: int
    error: float | None  # None: one game says nothing of how much games differ

    @property
    def value(self) -> float:
        return self.agreed / self.decisions

    @property
    def percent(self) -> int:
        return round(100 * self.value)

    @property
    def error_percent(self) -> int | None:
        return None if self.error is None else max(1, round(100 * self.error))


def strongest(kind: str) -> str:
    return list(kinds.get(kind).bots.levels)[-1]


def decisions(
    kind: str, options: Mapping[str, str], moves: Iterable[tuple[Seat | None, str]], seat: Seat
) -> list[Decision]:
    """The decisions of a seat in a game, at most MOST of them, spread evenly. Forced moves are none."""
    rules = kinds.get(kind).rules
    state, found = rules.initial(options), []
    for number, (mover, move) in enumerate(moves):
        if mover == seat and len(rules.legal(state)) > 1:
            found.append(Decision(number, state, move))
        state = rules.apply(state, move)
    return found if len(found) <= MOST else [found[place * len(found) // MOST] for place in range(MOST)]


def preferred(kind: str, state: Any) -> str:
    """The move of the strongest bot: the same for the same state, on every machine."""
    return kinds.get(kind).bots.levels[strongest(kind)](state, SearchBudget.counting(LOOKS, seed=METHOD))


def agreements(kind: str, given: Sequence[Decision]) -> list[bool | None]:
    """Whether the bot agrees with each; None where it found no move in time. For a process that does nothing else."""
    signal.signal(signal.SIGALRM, _interrupt)
    return [_agrees(kind, decision) for decision in given]


def share(games: Iterable[tuple[int, int]]) -> Share | None:
    """The share over games, each given by its agreed and all its decisions; None without any decision."""
    some = [(agreed, count) for agreed, count in games if count]
    if not some:
        return None
    agreed, count, number = sum(one[0] for one in some), sum(one[1] for one in some), len(some)
    value, error = agreed / count, None
    if number > 1:  # of a ratio, by its residuals
        squares = sum((one - value * size) ** 2 for one, size in some)
        error = sqrt(number / (number - 1) * squares) / count
    return Share(number, count, agreed, error)


@cache
def usual(kind: str) -> dict[str, Share]:
    """What is usual for the bots of a kind, the weakest first, as it was measured; empty for a kind that was not."""
    measured = json.loads(USUAL_FILE.read_text())
    if measured["method"] != METHOD:
        return {}
    games: Mapping[str, list[tuple[int, int]]] = measured["kinds"].get(kind, {})
    found = {level: share(games[level]) for level in kinds.get(kind).bots.levels if level in games}
    return {level: one for level, one in found.items() if one is not None}


def _agrees(kind: str, decision: Decision) -> bool | None:
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    try:
        return preferred(kind, decision.state) == decision.move
    except TimeoutError:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _interrupt(*_: object) -> None:
    raise TimeoutError
