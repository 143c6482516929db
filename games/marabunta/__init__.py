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
    bots=Bots(
        bots.LADDER, bots.PATIENT, bots.evaluate, bots.explain, bots.demonstrate, winning_value=bots.winning_value
    ),
    has_undo=True,
    has_draws=False,
    has_rounds=True,
    first_player={  # as measured between queens: docs/balance.md
        "meadow/forager": -8,
        "meadow/raider": -12,
        "delta/forager": -60,
        "delta/raider": -85,
        "glade/harvester": 12,
        "glade/weaver": -2,
        "marsh/harvester": 15,
        "marsh/weaver": -14,
    },
    retired=rules.RETIRED,
)
