"""The rungs of the ladder. Each is asked for one move, and takes chance and time from the search budget alone.

A turn is many moves, and nothing is kept between them: what is left of a turn is planned anew before each, which takes
less the less is left. So the seconds of a budget are for one move; a caller with seconds for a turn shares them out.

The steps between them were measured: docs/bots.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from games.contract import Seat
from games.contract.bots import Choose, SearchBudget, at_times
from games.marabunta import rules
from games.marabunta.bots.elements import best_move, worth_of, worths
from games.marabunta.bots.judgement import judge_of, sign_of
from games.marabunta.bots.outlook import choose
from games.marabunta.bots.rounds import TAKES, Plan, Planner
from games.marabunta.bots.weights import FAIR, PLAIN, TUNED
from games.marabunta.rules import Phase, State
from games.marabunta.rules.moves import Split, read

EVERY: Final = 63  # splits: two pools of seven elements, neither of them empty
ENOUGH: Final = 0.15  # seconds for a move: with fewer the queen does not sample, as she would hardly come to anything


def larva(state: State, budget: SearchBudget) -> str:
    """Any move; but it uses what it can before it ends a turn."""
    return Random(budget.seed).choice(_uses(state))


def a_few(looks: int) -> Choose:
    """A bot that sees so many of its moves, by chance, and makes the one that looks best to a worker."""

    def choose(state: State, budget: SearchBudget) -> str:
        random, moves = Random(budget.seed), _uses(state)
        seen = [random.choice(moves) for _ in range(looks)]
        return max(seen, key=_looks_of_moves(state))

    return choose


def worker(state: State, budget: SearchBudget) -> str:
    """The move that leaves the best position at once; splits evenly, and takes the pool that is worth more."""
    if state.phase is Phase.RESOLVE:
        return best_move(state, judge_of(state.board, PLAIN))[0]
    moves = list(rules.legal(state))
    if state.phase is Phase.SPLIT:
        Random(budget.seed).shuffle(moves)
    return max(moves, key=_looks_of_moves(state))


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


def _uses(state: State) -> Sequence[str]:
    """The legal moves, without the end of the turn where there is another."""
    moves = rules.legal(state)
    return [move for move in moves if move != "end"] or moves


def _looks_of_moves(state: State) -> Callable[[str], float]:
    """How good a move looks to a worker, by what it brings at once."""
    assert isinstance(state.actor, Seat)
    judge, seat = judge_of(state.board, PLAIN), state.actor
    if state.phase is Phase.RESOLVE:
        return lambda move: sign_of(seat) * judge.value(state if move == "end" else rules.apply(state, move))
    values = worths(state, seat, judge)
    if state.phase is Phase.CHOOSE:
        return lambda move: worth_of(state.round.pools[TAKES.index(move)], values)

    def evenness(move: str) -> float:
        split = read(state.board, move)
        assert isinstance(split, Split)
        one, two = split.pools
        return -abs(worth_of(one, values) - worth_of(two, values))

    return evenness


LADDER: Final[Mapping[str, Choose]] = {  # the weakest first
    "larva": larva,
    "pupa": a_few(2),
    "nurse": a_few(5),
    "worker": worker,
    "builder": at_times(soldier, share=0.19, otherwise=worker),
    "scout": at_times(soldier, share=0.43, otherwise=worker),
    "guard": at_times(soldier, share=0.73, otherwise=worker),
    "soldier": soldier,
    "princess": at_times(queen, share=0.5, otherwise=soldier),
    "queen": queen,
}
PATIENT: Final = frozenset({"princess", "queen"})
