"""A position of Mabula as text, for terminals, tests and readers of Braille."""

from __future__ import annotations

from games.contract import NOBODY, Seat
from games.mabula.rules import State
from games.mabula.rules.board import BLACK, WHITE, picture
from games.mabula.rules.scoring import groups


def draw(state: State) -> str:
    rows = picture(state.marbles).split("\n")
    board = "\n".join(f"{8 - number}  {' '.join(row)}".rstrip() for number, row in enumerate(rows))
    sizes = (", ".join(str(len(group)) for group in groups(state.marbles, colour)) for colour in (WHITE, BLACK))
    white, black = (size or "none" for size in sizes)
    return f"{board}\n   a b c d e f g h\n\n{_turn(state)}\ngroups: white {white}; black {black}"


def _turn(state: State) -> str:
    if isinstance(state.actor, Seat):
        return f"{('white', 'black')[state.actor - 1]} to push"
    return "the game is over" if state.actor is NOBODY else "the ring is to be laid"
