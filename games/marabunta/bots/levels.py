"""The four levels. Each is asked for one move, and takes chance and time from the search budget alone.

A turn is many moves, and nothing is kept between them: what is left of a turn is planned anew before each, which takes
less the less is left. So the seconds of a budget are for one move; a caller with seconds for a turn shares them out.
"""

from __future__ import annotations

from random import Random
from typing import Final

from games.contract import Seat
from games.contract.bots import SearchBudget
from games.marabunta import rules
from games.marabunta.bots.elements import best_move, worth_of, worths
from games.marabunta.bots.judgement import judge_of
from games.marabunta.bots.outlook import choose
from games.marabunta.bots.rounds import Plan, Planner
from games.marabunta.bots.weights import FAIR, PLAIN, TUNED
from games.marabunta.rules import Phase, State
from games.marabunta.rules.moves import Split, read

EVERY: Final = 63  # splits: two pools of seven elements, neither of them empty
ENOUGH: Final = 0.15  # seconds for a move: with fewer the queen does not sample, as she would hardly come to anything


def larva(state: State, budget: SearchBudget) -> str:
    """Any legal move."""
    return Random(budget.seed).choice(rules.legal(state))


def worker(state: State, budget: SearchBudget) -> str:
    """The move that leaves the best position at once; splits evenly, and takes the pool that is worth more."""
    judge = judge_of(state.board, PLAIN)
    if state.phase is Phase.RESOLVE:
        return best_move(state, judge)[0]
    assert isinstance(state.actor, Seat)
    values = worths(state, state.actor, judge)
    if state.phase is Phase.CHOOSE:
        one, two = (worth_of(pool, values) for pool in state.round.pools)
        return "take 1" if one >= two else "take 2"

    def unevenness(move: str) -> float:
        split = read(state.board, move)
        assert isinstance(split, Split)
        one, two = split.pools
        return abs(worth_of(one, values) - worth_of(two, values))

    moves = list(rules.legal(state))
    Random(budget.seed).shuffle(moves)
    return min(moves, key=unevenness)


def soldier(state: State, budget: SearchBudget) -> str:
    """Looks to the end of the round: the other's choice for every split, and the best order of a pool."""
    judge = judge_of(state.board, FAIR)
    return _plans(state, Planner(judge, width=3, splits=EVERY, is_out_of_time=lambda: False))[0].move


def queen(state: State, budget: SearchBudget) -> str:
    """Sees in a round how one turn changes the other, judges better, and looks wider as long as there is time.

    With enough seconds she samples what the next round makes of her best plans.
    """
    judge = judge_of(state.board, TUNED)
    ends = budget.is_out_of_time
    plans = _plans(state, Planner(judge, width=8, splits=32, is_out_of_time=ends, replies=4, plays_out=True))
    if budget.seconds < ENOUGH:
        return plans[0].move
    assert isinstance(state.actor, Seat)
    return choose(plans, state.actor, judge, random=Random(budget.seed), is_out_of_time=ends)


def _plans(state: State, planner: Planner) -> list[Plan]:
    if state.phase is Phase.SPLIT:
        return planner.split(state)
    if state.phase is Phase.CHOOSE:
        return planner.take(state)
    return planner.use(state)
