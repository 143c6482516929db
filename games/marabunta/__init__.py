"""Marabunta, by Reiner Knizia: roll, split, choose, write; win regions and cupcakes."""

from typing import Final

from games.contract.bots import Bots
from games.contract.kind import Kind
from games.marabunta import bots, drawing, rules

KIND: Final = Kind(
    package=__name__,
    key="marabunta",
    title="Marabunta",
    rules=rules,
    options=rules.OPTIONS,
    seats=("red", "blue"),
    tally=rules.tally,
    draw=drawing.draw,
    bots=Bots(bots.LEVELS, bots.evaluate, bots.explain, bots.demonstrate),
    has_undo=True,
    has_draws=False,
    has_rounds=True,
)
