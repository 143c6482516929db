"""The bots of Heap: one plays at random, and the others leave a multiple if they can."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from games.contract import Seat
from games.contract.bots import Choose, Evaluation, Reason, SearchBudget, at_times, furthest_ahead
from tests.third_kind import rules
from tests.third_kind.rules import State


def larva(state: State, budget: SearchBudget) -> str:
    return Random(budget.seed).choice(rules.legal(state))


def queen(state: State, budget: SearchBudget) -> str:
    """Leaves a multiple of one more than anybody may take; takes one where that is not possible."""
    return f"take {state.heap % (state.most + 1) or 1}"


LADDER: Final[Mapping[str, Choose]] = {
    "larva": larva,
    "worker": at_times(queen, share=0.5, otherwise=larva),
    "queen": queen,
}
PATIENT: Final = frozenset[str]()


def evaluate(state: State, seat: Seat) -> Evaluation:
    """One point for a won position. The seat to move has lost if the heap is a multiple."""
    is_mover = state.actor is seat
    is_lost = is_mover is (state.heap % (state.most + 1) == 0)
    value = -1.0 if is_lost else 1.0
    return Evaluation(value, (("heap", "", value),))


def explain(state: State, move: str) -> Reason:
    left = rules.apply(state, move).heap
    return Reason("leaves-multiple" if left % (state.most + 1) == 0 else "waits", {"left": left})


def demonstrate(state: State, legal: Sequence[str], random: Random) -> str:
    return furthest_ahead(rules, rules.tally, state, legal, random)
