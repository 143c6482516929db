"""Notation (M11): from a line of text to a move. Form only; whether it is legal is asked elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Final, NamedTuple, TypeAlias

from games.contract import IllegalMove, Seat
from games.marabunta.rules.board import LETTERS, Board, Place
from games.marabunta.rules.effects import CRATE, CROSS, FACES, FILL, TILES, WRITE, Shape
from games.marabunta.rules.state import ALL_ELEMENTS, ELEMENTS, letters


@dataclass(frozen=True, slots=True)
class First:
    seat: Seat


class Roll(NamedTuple):
    """Most rolls are read only once, unlike the others: a named tuple is made faster."""

    tile: str
    faces: str


@dataclass(frozen=True, slots=True)
class Split:
    pools: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Take:
    pool: int


@dataclass(frozen=True, slots=True)
class Use:
    """An element resolved, or the choice that a waiting effect asks for."""

    element: int  # one bit; 0 where no element is named: it answers a waiting effect
    die: int  # one bit, behind the = of die-again; otherwise 0
    shape: Shape
    hexes: int = 0
    size: int = 1  # how many hexes or leaves
    anthill: bool = False
    leaves: tuple[int, ...] = ()
    group: int = 0  # from 0
    place: Place | None = None  # the hexes, if they touch one another


@dataclass(frozen=True, slots=True)
class Decline:
    pass


@dataclass(frozen=True, slots=True)
class End:
    pass


Move: TypeAlias = First | Roll | Split | Take | Use | Decline | End


def read(board: Board, text: str) -> Move:
    """The move a text stands for. Raises IllegalMove for every other text, however long or strange."""
    if roll := _read_roll(text):
        return roll
    if len(text) > _LONGEST:
        raise _no_move(text)
    if text in _WORDS:
        return _WORDS[text]
    if match := _SPLIT.fullmatch(text):
        return Split(_pools(*match.groups()))
    if match := _USE.fullmatch(text):
        element, die, act, rest = match.groups(default="")
        return _use(board, text, element, die, Shape(act), rest)
    raise _no_move(text)


def _read_roll(text: str) -> Roll | None:
    """A roll by its parts: the tile, and nine letters each for the dice on the left and on the right."""
    tile, left, right = _TILE.get(text[:-18]), _LEFT.get(text[-18:-9]), _RIGHT.get(text[-9:])
    return Roll(tile, left + right) if tile and left and right else None


def _use(board: Board, text: str, element: str, die: str, shape: Shape, rest: str) -> Use:
    is_die = bool(die) or element in tuple(LETTERS)
    source = (_bit(element), _bit(die))
    if shape is WRITE:
        anthill = rest.endswith("^")
        hexes = _hexes(board, text, rest.removesuffix("^"), most=1 if is_die else 3)
        return Use(*source, shape, sum(hexes), len(hexes), anthill, place=board.place.get(sum(hexes)))
    if shape is CROSS and not is_die:
        hexes = _hexes(board, text, rest, most=2)
        return Use(*source, shape, sum(hexes), len(hexes), place=board.place.get(sum(hexes)))
    if shape is CRATE:
        return Use(*source, shape, group=_group(board, text, rest))
    if shape is FILL and is_die and not rest:
        leaf = LETTERS.index(die or element)
        return Use(*source, shape, leaves=(leaf,))
    if shape is FILL and not is_die and _LEAVES.fullmatch(rest):
        leaves = tuple(map(LETTERS.index, rest))
        _ascending(leaves, rest)
        return Use(*source, shape, leaves=leaves, size=len(leaves))
    raise _no_move(text)


def _hexes(board: Board, text: str, names: str, *, most: int) -> list[int]:
    if not (_HEXES.fullmatch(names) and names.count(",") < most):
        raise _no_move(text)
    hexes = []
    for name in names.split(","):
        if name not in board.names:
            raise IllegalMove("no-such-hex", "M11", hex=name)
        hexes.append(1 << board.names.index(name))
    _ascending(hexes, names)
    return hexes


def _group(board: Board, text: str, number: str) -> int:
    if not _NUMBER.fullmatch(number):
        raise _no_move(text)
    if int(number) > len(board.groups):
        raise IllegalMove("no-such-group", "M11", group=int(number), groups=len(board.groups))
    return int(number) - 1


def _pools(one: str, two: str) -> tuple[int, int]:
    """M3.2: seven elements in two pools, neither of them empty; with P first (M11)."""
    for pool in (one, two):
        if not pool:
            raise IllegalMove("empty-pool", "M3.2")
        _ascending(tuple(map(ELEMENTS.index, pool)), pool)
    pools = (sum(map(_bit, one)), sum(map(_bit, two)))
    if twice := letters(pools[0] & pools[1]):
        raise IllegalMove("in-both-pools", "M3.2", elements=twice)
    if missing := letters(ALL_ELEMENTS & ~(pools[0] | pools[1])):
        raise IllegalMove("in-neither-pool", "M3.2", elements=missing)
    if not one.startswith("P"):
        raise IllegalMove("first-pool-has-p", "M11")
    return pools


def _ascending(places: list[int] | tuple[int, ...], text: str) -> None:
    if not all(a < b for a, b in pairwise(places)):
        raise IllegalMove("not-in-canonical-order", "M11", text=text)


def _bit(element: str) -> int:
    return 1 << ELEMENTS.index(element) if element else 0


def _no_move(text: str) -> IllegalMove:
    return IllegalMove("not-a-move", "M11", text=text[:40])


_WORDS: Final[dict[str, Move]] = {
    "first red": First(Seat.ONE),
    "first blue": First(Seat.TWO),
    "take 1": Take(1),
    "take 2": Take(2),
    "decline": Decline(),
    "end": End(),
}
_TILE: Final = {f"roll {tile}": tile for tile in TILES}
_LEFT, _RIGHT = (  # three dice each, as a roll writes them, and their faces
    {
        "".join(f" {die}{face}" for die, face in zip(dice, faces, strict=True)): "".join(faces)
        for faces in product(FACES, repeat=3)
    }
    for dice in (LETTERS[:3], LETTERS[3:])
)
_SPLIT: Final = re.compile(f"split ([{ELEMENTS}]*)/([{ELEMENTS}]*)")
_USE: Final = re.compile(f"(?:([{ELEMENTS}])(?:(?<=T)=([{LETTERS}]))?)?([@x#*])(.*)")
_HEXES: Final = re.compile(r"[a-z][0-9]{1,2}(,[a-z][0-9]{1,2})*")
_LEAVES: Final = re.compile(f"[{LETTERS}]{{1,2}}")
_NUMBER: Final = re.compile(r"[1-9][0-9]?")
_LONGEST: Final = 60
