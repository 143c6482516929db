"""Positions laid out for an example: what lies on the boards, and the pool of Red, who is to use it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from games.contract import Seat
from games.marabunta.rules import Phase, Player, Round, State, start
from games.marabunta.rules.board import LETTERS, Board
from games.marabunta.rules.state import ALL_ELEMENTS, CUPCAKE_TILE, ELEMENTS, ORDINARY_TILES


def laid_out(
    board: Board,
    pool: Sequence[str] = (),
    *,
    numbers: tuple[Mapping[int, int], Mapping[int, int]] = ({}, {}),
    crossed: int = 0,
    circles: tuple[tuple[int, ...], tuple[int, ...]] = ((0,) * 6, (0,) * 6),
    crates: Mapping[int, int] | None = None,
    cupcakes: int = 0,
) -> State:
    """``numbers`` are those of Red and of Blue by their hexes, ``circles`` what both have filled.

    ``pool`` holds dice with their faces, such as ``P0``, and the key of a tile; ``crates`` and ``cupcakes`` are
    what Red has crossed out, by group and in the row.
    """
    dice = {piece[0]: piece[1] for piece in pool if piece[0] in LETTERS}
    tile = next((piece for piece in pool if piece[0] not in LETTERS), ORDINARY_TILES[0])
    own = _elements([*dice, *("T" for piece in pool if piece == tile)])
    taken = (sum(numbers[0]), sum(numbers[1]))
    faces = "".join(dice.get(letter, "0") for letter in LETTERS)
    number = len(ORDINARY_TILES) + 1 if tile == CUPCAKE_TILE else 1
    lost = crates or {}
    players = tuple(
        Player(
            numbers=hexes,
            reach=_reach(board, marks),
            anthills=board.anthills,
            crates=tuple(0 if place else lost.get(group, 0) for group in range(len(board.groups))),
            cupcakes=0 if place else cupcakes,
            points=0 if place else sum(board.row[:cupcakes]),
            circles=circles[place],
        )
        for place, (marks, hexes) in enumerate(zip(numbers, taken, strict=True))
    )
    return start(board)._replace(
        phase=Phase.RESOLVE,
        actor=Seat.ONE,
        round=Round(number, Seat.TWO, tile, faces, (own, ALL_ELEMENTS & ~own), 1),
        hidden=frozenset() if tile == CUPCAKE_TILE else frozenset(ORDINARY_TILES) - {tile},
        left=own,
        open=board.whole & ~taken[0] & ~taken[1] & ~crossed,
        ones=_with(numbers, 1),
        twos=_with(numbers, 2),
        players=(players[0], players[1]),
    )


def _elements(names: Iterable[str]) -> int:
    return sum(1 << ELEMENTS.index(name) for name in names)


def _reach(board: Board, hexes: Iterable[int]) -> int:
    reach = 0
    for hex in hexes:
        reach |= board.place[hex].beside
    return reach


def _with(numbers: Iterable[Mapping[int, int]], bit: int) -> int:
    """The hexes whose number has this bit."""
    return sum(hex for marks in numbers for hex, value in marks.items() if value & bit)
