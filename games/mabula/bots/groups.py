"""The groups of one colour, flooded by shifts, and the winner by them."""

from __future__ import annotations

from math import prod

from games.mabula.bots.board import LAYER, WHITES, WIDTH


def flood(start: int, marbles: int) -> int:
    """The connected group of these marbles that the start is part of."""
    group = 0
    grown = start
    while grown != group:
        group = grown
        grown = (group | group << 1 | group >> 1 | group << WIDTH | group >> WIDTH) & marbles
    return group


def groups(marbles: int) -> list[int]:
    """B3.2: the connected groups of the marbles of a colour, as one reads."""
    found: list[int] = []
    while marbles:
        group = flood(marbles & -marbles, marbles)
        found.append(group)
        marbles ^= group
    return found


def sizes(marbles: int) -> list[int]:
    """How large the groups are, in the same order. Flooded in place, as most of the time goes here."""
    found: list[int] = []
    while marbles:
        group = 0
        grown = marbles & -marbles
        while grown != group:
            group = grown
            grown = (group | group << 1 | group >> 1 | group << WIDTH | group >> WIDTH) & marbles
        found.append(group.bit_count())
        marbles ^= group
    return found


def result(position: int, scoring: str, ties: str) -> int:
    """Of a finished game (B3.2–B3.5): 1 if white has won, −1 if black has, 0 for a draw."""
    white, black = (sorted(sizes(marbles), reverse=True) for marbles in (position & WHITES, position >> LAYER))
    if scoring == "product":
        white, black = [prod(white)], [prod(black)]
    elif ties == "draw":
        white, black = white[:1], black[:1]
    return (white > black) - (white < black)
