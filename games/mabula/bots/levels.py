"""The rungs of the ladder. Each is asked for one push, and takes chance and time from the search budget alone.

The steps between them were measured: docs/bots.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from games.contract import Seat
from games.contract.bots import Choose, SearchBudget, at_times
from games.mabula import rules
from games.mabula.bots.board import EDGE, MOVES, position_of, pushes
from games.mabula.bots.judgement import Judge
from games.mabula.bots.search import Search
from games.mabula.rules import State

_ROUND: Final = 2  # pushes: one's own and the answer
_COUNTED_OUT: Final = 7  # marbles left on the edge from which on a soldier reads to the end
_ALL: Final = 24  # pushes of a whole game


def larva(state: State, budget: SearchBudget) -> str:
    """Any legal push."""
    return Random(budget.seed).choice(rules.legal(state))


def a_few(looks: int) -> Choose:
    """A bot that sees so many of its pushes, by chance, and makes the one that leaves the best board."""

    def choose(state: State, budget: SearchBudget) -> str:
        random, judge, black = Random(budget.seed), _judge(state), state.actor is Seat.TWO
        options = pushes(position_of(state.marbles), black)
        seen = [random.choice(options) for _ in range(looks)]
        return MOVES[max(seen, key=lambda option: judge.value(option[1], black))[0]]

    return choose


def worker(state: State, budget: SearchBudget) -> str:
    """The push that leaves the best board."""
    return _push(state, Search(_judge(state)), budget, most=1)


def soldier(state: State, budget: SearchBudget) -> str:
    """The push that is best after the best answer; the last few pushes are read to the end."""
    left = (position_of(state.marbles) & EDGE).bit_count()
    return _push(state, Search(_judge(state)), budget, most=left if left <= _COUNTED_OUT else _ROUND)


def queen(state: State, budget: SearchBudget) -> str:
    """As deep as time allows."""
    return _push(state, Search(_judge(state), budget.is_out_of_time), budget, most=_ALL)


def _judge(state: State) -> Judge:
    return Judge(state.scoring, state.ties)


def _push(state: State, search: Search, budget: SearchBudget, *, most: int) -> str:
    black = state.actor is Seat.TWO
    found = search.best(position_of(state.marbles), black, most=most, random=Random(budget.seed))
    return MOVES[found.best]


LADDER: Final[Mapping[str, Choose]] = {  # the weakest first
    "larva": larva,
    "pupa": at_times(a_few(3), share=0.35, otherwise=a_few(2)),
    "nurse": a_few(5),
    "worker": worker,
    "scout": at_times(soldier, share=0.5, otherwise=worker),
    "soldier": soldier,
    "princess": at_times(queen, share=0.5, otherwise=soldier),
    "queen": queen,
}
PATIENT: Final = frozenset({"princess", "queen"})
