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
    bots=Bots(
        bots.LADDER, bots.PATIENT, bots.evaluate, bots.explain, bots.demonstrate, winning_value=bots.winning_value
    ),
    has_undo=False,
    has_draws=True,
    has_rounds=False,
    first_player={  # as measured between queens: docs/balance.md
        "largest/draw": -66,
        "largest/next-group": -67,
        "product/draw": -138,
    },
    feats={"four-threes": rules.has_four_threes},
)
