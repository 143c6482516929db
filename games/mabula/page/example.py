"""The position on the rules page: the example of clause B3.7, in which the two ways of scoring disagree."""

from __future__ import annotations

from typing import Final

from games.contract import NOBODY
from games.mabula import rules
from games.mabula.rules import State
from games.mabula.rules.board import read_picture


def example() -> State:
    return rules.initial({})._replace(marbles=read_picture(_B3_7), actor=NOBODY)


_B3_7: Final = """
.....W..
...BBB..
..W.WWB.
.BBBBBW.
...WWBW.
...BWWW.
...B.W..
........
""".strip()
