"""Heap, a third kind that only tests know: chance piles up stones, and the seat that takes the last one wins.

``docs/new-kind.md`` explains these files one by one.
"""

from typing import Final

from games.contract.bots import Bots
from games.contract.kind import Kind
from tests.third_kind import bots, drawing, rules

KIND: Final = Kind(
    package=__name__,
    key="heap",
    title="Heap",
    rules=rules,
    options=rules.OPTIONS,
    seats=("north", "south"),
    tally=rules.tally,
    draw=drawing.draw,
    bots=Bots(bots.LADDER, bots.PATIENT, bots.evaluate, bots.explain, bots.demonstrate),
    has_undo=False,
    has_draws=False,
    has_rounds=False,
)
