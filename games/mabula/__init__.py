"""Mabula, by Néstor Romeral Andrés: push marbles from the rim, grow the largest group."""

from typing import Final

from games.contract.bots import Bots
from games.contract.kind import Kind
from games.mabula import bots, drawing, rules

KIND: Final = Kind(
    package=__name__,
    key="mabula",
    title="Mabula",
    rules=rules,
    options=rules.OPTIONS,
    seats=("white", "black"),
    tally=rules.tally,
    draw=drawing.draw,
    bots=Bots(bots.LEVELS, bots.evaluate, bots.explain, bots.demonstrate),
    has_undo=False,
    has_draws=True,
    has_rounds=False,
)
