"""Positions of Marabunta, spoken: who wrote what where, and what lies in the pool.

    position(red="d3=2 d4=0", blue="i6=1", crossed="e1", pool="B3 Tone", anthills=1)

It is red's turn to resolve that pool in round 3 unless it is said otherwise. Everything left
unsaid is as at the start of a game on the meadow with forager colonies.
"""

from __future__ import annotations

import pytest

from games.contract import IllegalMove, Seat
from games.marabunta import rules
from games.marabunta.rules import Phase, Player, Round, State, Trigger, load_board, start
from games.marabunta.rules.board import LETTERS, Board
from games.marabunta.rules.effects import ONE_CRATE, POWERS
from games.marabunta.rules.state import ALL_ELEMENTS, ELEMENTS, ORDINARY_TILES

RED, BLUE = Seat.ONE, Seat.TWO


def position(
    *,
    territory: str = "meadow",
    colony: str = "forager",
    turn: Seat = RED,
    first: Seat = BLUE,
    number: int = 3,
    pool: str = "",
    used: str = "",
    waiting: str = "",
    red: str = "",
    blue: str = "",
    crossed: str = "",
    anthills: int = 2,
    their_anthills: int = 2,
    crates: str = "",
    cupcakes: tuple[int, int] = (0, 0),
    points: tuple[int, int] = (0, 0),
    circles: str = "",
    their_circles: str = "",
    trigger: Trigger | None = None,
) -> State:
    """``pool`` names its elements with their faces (``P0 BC Tone``), ``used`` those already resolved."""
    board = load_board(territory, colony)
    faces, tile = dict.fromkeys(LETTERS, "0"), "one"
    for element in pool.split():
        if element[0] == "T":
            tile = element[1:]
        else:
            faces[element[0]] = element[1]
    own = _elements([element[0] for element in pool.split()])
    mine, other = own, ALL_ELEMENTS & ~own
    written = {RED: _numbers(red), BLUE: _numbers(blue)}
    ones = _hexes(board, [hex for marks in written.values() for hex, value in marks.items() if value & 1])
    twos = _hexes(board, [hex for marks in written.values() for hex, value in marks.items() if value & 2])
    taken = {seat: _hexes(board, list(marks)) for seat, marks in written.items()}
    players = {
        seat: Player(
            numbers=taken[seat],
            reach=_reach(board, taken[seat]),
            anthills=anthills if seat is turn else their_anthills,
            crates=_crates(board, crates) if seat is turn else (0,) * len(board.groups),
            cupcakes=cupcakes[0 if seat is turn else 1],
            points=points[0 if seat is turn else 1],
            circles=_circles(circles if seat is turn else their_circles),
        )
        for seat in Seat
    }
    return start(board)._replace(
        phase=Phase.RESOLVE,
        actor=turn,
        round=Round(number, first, tile, "".join(faces.values()), (mine, other), 1 if turn is not first else 2),
        hidden=frozenset(ORDINARY_TILES) - {tile},
        left=own & ~_elements(list(used)),
        waiting=tuple(ONE_CRATE if key == "crate" else POWERS[key] for key in waiting.split()),
        open=board.whole & ~taken[RED] & ~taken[BLUE] & ~_hexes(board, crossed.split()),
        ones=ones,
        twos=twos,
        players=(players[RED], players[BLUE]),
        trigger=trigger,
    )


def legal(state: State, start: str = "") -> list[str]:
    """The legal moves that begin so."""
    return [move for move in rules.legal(state) if move.startswith(start)]


def after(state: State, *moves: str) -> State:
    """Each move must be in the list of legal ones, or be chance's."""
    for move in moves:
        assert not isinstance(state.actor, Seat) or move in rules.legal(state), (move, rules.legal(state))
        state = rules.apply(state, move)
    return state


def refusal(state: State, move: str) -> tuple[str, str]:
    """The code and the clause with which a move is refused."""
    assert move not in rules.legal(state)
    with pytest.raises(IllegalMove) as refused:
        rules.apply(state, move)
    return refused.value.code, refused.value.clause


def facts(state: State, move: str) -> dict[str, object]:
    with pytest.raises(IllegalMove) as refused:
        rules.apply(state, move)
    return refused.value.facts


def me(state: State, seat: Seat = RED) -> Player:
    return state.players[seat - 1]


def waiting(state: State) -> list[str]:
    """What is still to be done, the next thing last."""
    return [effect.key for effect in state.waiting]


def marks(state: State) -> dict[str, str]:
    """Every mark on the territory: d4 -> r2, b0 or x."""
    board, found = state.board, {}
    for hex in (place.hexes for place in board.places[1]):
        value = bool(state.ones & hex) + 2 * bool(state.twos & hex)
        if not state.open & hex:
            owner = next((c for c, p in zip("rb", state.players, strict=True) if p.numbers & hex), None)
            found[board.name[hex]] = f"{owner}{value}" if owner else "x"
    return found


def region_names(region: str, territory: str = "meadow") -> list[str]:
    board = load_board(territory, "forager")
    return board.names_in(board.regions[LETTERS.index(region)])


def _elements(letters: list[str]) -> int:
    return sum(1 << ELEMENTS.index(letter) for letter in letters)


def _numbers(spoken: str) -> dict[str, int]:
    return {hex: int(value) for hex, value in (mark.split("=") for mark in spoken.split())}


def _hexes(board: Board, names: list[str]) -> int:
    return sum(1 << board.names.index(name) for name in names)


def _reach(board: Board, hexes: int) -> int:
    reach = 0
    for name in board.names_in(hexes):
        reach |= board.place[_hexes(board, [name])].beside
    return reach


def _crates(board: Board, spoken: str) -> tuple[int, ...]:
    """``3:1 7:2``: in group 3 one is crossed out, in group 7 two."""
    crossed = {int(group): int(count) for group, count in (pair.split(":") for pair in spoken.split())}
    return tuple(crossed.get(group, 0) for group in range(1, len(board.groups) + 1))


def _circles(spoken: str) -> tuple[int, ...]:
    """``P2 V1``: on the pink leaf two are filled, on the violet one."""
    filled = {leaf[0]: int(leaf[1]) for leaf in spoken.split()}
    return tuple(filled.get(letter, 0) for letter in LETTERS)
