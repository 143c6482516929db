"""Positions of Mabula, drawn: rank 8 first, ``W`` and ``B`` marbles, ``.`` an empty space, ``-`` a missing corner."""

from __future__ import annotations

from textwrap import dedent

import pytest

from games.contract import NOBODY, Actor, IllegalMove, Seat
from games.mabula import rules
from games.mabula.rules import State
from games.mabula.rules.board import picture, read_picture

WHITE, BLACK = Seat.ONE, Seat.TWO
RING = "WB" * 12  # a legal ring, and the easiest to read


def position(drawing: str, *, turn: Actor = WHITE, scoring: str = "largest", ties: str = "draw") -> State:
    return State(read_picture(_rows(drawing)), turn, scoring, ties)


def finished(drawing: str, *, scoring: str = "largest", ties: str = "draw") -> State:
    return position(drawing, turn=NOBODY, scoring=scoring, ties=ties)


def rank_four(spaces: str, *, turn: Seat = WHITE) -> State:
    """A board with nothing but these eight spaces, a4 to h4."""
    return position(f"-......-\n{_EMPTY * 3}{spaces}\n{_EMPTY * 2}-......-", turn=turn)


def is_drawn_as(state: State, drawing: str) -> bool:
    return picture(state.marbles).replace(" ", "-") == _rows(drawing)


def spaces_of_rank_four(state: State) -> str:
    return picture(state.marbles).split("\n")[4]


def refusal(state: State, move: str) -> IllegalMove:
    """How the rules refuse this move."""
    with pytest.raises(IllegalMove) as caught:
        rules.apply(state, move)
    return caught.value


def _rows(drawing: str) -> str:
    rows = dedent(drawing).strip()
    assert [len(row) for row in rows.split("\n")] == [8] * 8, "eight rows of eight"
    assert all(rows[place] == "-" for place in (0, 7, 63, 70)), "a corner is drawn as -"
    return rows


_EMPTY = "........\n"
