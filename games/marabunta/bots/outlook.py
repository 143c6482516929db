"""The outlook after a round: the next one is rolled and played quickly, again and again, while there is time.

The rolls are made up: they come from the seed of the search budget, through the same rules as real ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, sqrt
from random import Random
from typing import Final, NamedTuple

from games.contract import NOBODY, Seat
from games.marabunta import rules
from games.marabunta.bots.elements import worth_of, worths
from games.marabunta.bots.judgement import Judge, sign_of
from games.marabunta.bots.rounds import Plan, splits_of
from games.marabunta.bots.turns import resolve
from games.marabunta.rules import State
from games.marabunta.rules.state import ALL_ELEMENTS

MOST: Final = 100  # next rounds that are sampled for a move
_TRUST: Final = 4  # samples: the judgement of a plan's own end counts as many
DOUBT: Final = 1.9  # points: near the end, a seat with this lead wins almost three games of four
SURPRISE: Final = 0.8  # rounds that the end is always in doubt for
_POINT: Final = 0.001  # chance to win that a point is worth beside


class _Dice(NamedTuple):
    """A chance of her own."""

    draw: Callable[[int], int]


def choose(
    plans: Sequence[Plan], seat: Seat, judge: Judge, *, random: Random, is_out_of_time: Callable[[], bool]
) -> str:
    """The move of the plan after which the seat wins most often; the first plan's if there was no time to sample.

    All plans meet the same rolls, so that luck does not tell them apart.
    """
    ends: dict[State, str] = {}
    for plan in plans:
        if plan.ended:
            ends.setdefault(plan.ended, plan.move)
    if len(set(ends.values())) < 2:
        return plans[0].move
    chances = [[_chance(state, seat, judge)] * _TRUST for state in ends]
    rolling = next((state for state in ends if state.actor is not NOBODY), None)
    if rolling and not _sample(rolling, list(ends), chances, seat, judge, random, is_out_of_time):
        return plans[0].move
    best = max(zip(chances, ends.values(), strict=True), key=lambda way: sum(way[0]))
    return best[1]


def _sample(
    rolling: State,
    ends: list[State],
    chances: list[list[float]],
    seat: Seat,
    judge: Judge,
    random: Random,
    is_out_of_time: Callable[[], bool],
) -> int:
    """Add the result of every roll to the chances of each end; return the number of rolls that all of them met."""
    dice = _Dice(random.randrange)
    for sampled in range(MOST):
        roll = rules.draw(rolling, dice)
        found = []
        for state in ends:
            if is_out_of_time():
                return sampled
            found.append(_chance(next_round(state, roll, judge), seat, judge))
        for known, chance in zip(chances, found, strict=True):
            known.append(chance)
    return MOST


def next_round(state: State, roll: str, judge: Judge) -> State:
    """The state after that roll when both play quickly: by the worth of single elements, and by narrow beams."""
    if state.actor is NOBODY:
        return state
    state = rules.apply(state, roll)
    first = state.round.first
    mine, theirs = (
        [worth_of(pool, values) for pool in range(ALL_ELEMENTS + 1)]
        for values in (worths(state, first, judge), worths(state, first.other, judge))
    )

    def takes(pools: tuple[int, int]) -> tuple[float, float]:
        """The gain of the other over the first player, for each take."""
        one, two = pools
        return theirs[one] - mine[two], theirs[two] - mine[one]

    splits = splits_of(state)
    split = min(splits, key=lambda move: max(takes(splits[move])))
    one, two = takes(splits[split])
    state = rules.fold(state, (split, "take 1" if one >= two else "take 2"))
    for _ in Seat:
        state = rules.apply(resolve(state, judge, width=1)[0].state, "end")
    return state


def _chance(state: State, seat: Seat, judge: Judge) -> float:
    """To win from here, for certain when the game is over; and a little for the points."""
    value = sign_of(seat) * judge.points(state)
    outcome = rules.outcome(state)
    if outcome:
        return float(outcome.winner is seat) + _POINT * value
    return 1 / (1 + exp(-value / (DOUBT * sqrt(judge.time_left(state) / 4 + SURPRISE)))) + _POINT * value
