"""The worked examples of the rules page, and the three ends: positions, and what the rules make of them.

No hex is named here: each is looked for on the board, so that the examples hold on every map.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from games.contract import Seat
from games.marabunta import rules
from games.marabunta.page import story
from games.marabunta.page.colony import Chamber, colony
from games.marabunta.page.hexes import Leaf, leaves
from games.marabunta.page.laid_out import laid_out
from games.marabunta.page.picture import Picture, picture
from games.marabunta.page.terrain import ACROSS, HALF, terrain
from games.marabunta.rules import State
from games.marabunta.rules.board import BLANK, LETTERS, Board, Place, bits
from games.marabunta.rules.effects import CRATE, POWERS, WRITE
from games.marabunta.rules.moves import Use, read
from games.marabunta.rules.scoring import region_part
from games.marabunta.rules.state import CUPCAKE_TILE, value_at


@dataclass(frozen=True)
class Step:
    """A move that the rules have made, the clauses behind it, and the part of the picture where it happened."""

    before: State
    move: str
    after: State
    clauses: tuple[str, ...]
    shown: int  # the hexes round which the picture is cut out; 0 where the board is not what changes

    @property
    def says(self) -> str:
        return story.tell(self.before, self.move, self.after).text

    @property
    def picture(self) -> Picture | None:
        return _cut_out(self.after, self.shown, (self.move,)) if self.shown else None

    @property
    def chamber(self) -> Chamber | None:
        """The group of crates that lost one."""
        made = read(self.before.board, self.move)
        if not isinstance(made, Use) or made.shape is not CRATE:
            return None
        return colony(self.after, Seat.ONE).chambers[made.group]

    @property
    def leaf(self) -> Leaf | None:
        """The leaf on which a circle was filled."""
        made = read(self.before.board, self.move)
        return leaves(self.after, {})[made.leaves[0]] if isinstance(made, Use) and made.leaves else None


@dataclass(frozen=True)
class Scoring:
    """A region at the end, as the rules score it."""

    state: State
    region: int

    @property
    def leaf(self) -> Leaf:
        return leaves(self.state, {})[self.region]

    @property
    def picture(self) -> Picture:
        return _cut_out(self.state, self.state.board.regions[self.region], ())

    @property
    def sums(self) -> tuple[Sum, Sum]:
        """Red's and Blue's."""
        return self._sum(0), self._sum(1)

    @property
    def points(self) -> tuple[int, int]:
        return region_part(self.state, self.region).points

    @property
    def circles(self) -> tuple[int, int]:
        red, blue = (self.leaf.circles.count(side) for side in ("red", "blue"))
        return red, blue

    def _sum(self, place: int) -> Sum:
        hexes = self.state.players[place].numbers & self.state.board.regions[self.region]
        return Sum([value_at(self.state, hex) for hex in bits(hexes)], self.leaf.sums[place])


class Sum(NamedTuple):
    numbers: Sequence[int]
    total: int

    @property
    def written(self) -> str:
        return " + ".join(map(str, sorted(self.numbers, reverse=True)))


def anthill(board: Board) -> tuple[Step, ...]:
    """An anthill for the first number, and from there a 0 that takes a cupcake, if it can in another region."""
    region, first, cupcake = min(
        _starts(board), key=lambda found: (bool(board.regions[found[0]] & found[2]), _from_the_middle(board, found[1]))
    )
    die, other = LETTERS[region], LETTERS[region - 1]
    state = laid_out(board, [f"{die}2", f"{other}0"])
    moves = (f"{die}@{board.name[first]}^", f"{other}@{board.name[cupcake]}")
    return tuple(_steps(state, moves, (("M4.3", "M6.3"), ("M4.4", "M6.2", "M7.1")), first | cupcake))


def power(board: Board) -> tuple[Step, ...]:
    """A crate that completes a group; its power then takes a cupcake."""
    powers = [POWERS[group.power] for group in board.groups]
    group = min(range(len(powers)), key=lambda place: (powers[place].shape is not WRITE, not powers[place].is_free))
    state = laid_out(board, [f"{LETTERS[0]}C"], crates={group: board.sizes[group] - 1}, cupcakes=board.row.count(0) + 1)
    move = f"{LETTERS[0]}#{group + 1}"
    unlocked = rules.apply(state, move)
    answer = min(
        (move for move in rules.legal(unlocked) if isinstance(read(board, move), Use)),
        key=lambda text: (not _place(board, text).cupcakes, _from_the_middle(board, _place(board, text).hexes)),
    )
    shown = _place(board, answer).hexes
    steps = _steps(state, (move, answer), (("M4.6", "M8.1"), (powers[group].clause, "M8.2", "M7.1")), shown)
    crate, written = steps
    return replace(crate, shown=0), written


def scoring(board: Board) -> Scoring:
    """A region with 7 to 4, and four circles against three on its leaf."""
    region = max(range(len(LETTERS)), key=lambda place: board.regions[place].bit_count())
    hexes = sorted(bits(board.regions[region]), key=lambda hex: _from_the_middle(board, hex))
    red, blue = dict(zip(hexes, (3, 2, 2), strict=False)), dict(zip(hexes[3:], (3, 1), strict=False))
    return Scoring(laid_out(board, numbers=(red, blue), circles=(_on_leaf(region, 2), _on_leaf(region, 1))), region)


def ends(board: Board) -> dict[str, Step]:
    """The move that triggers the end, by its cause."""
    return {"region": _full_region(board), "leaf": _full_leaf(board), "cupcakes": _no_cupcake(board)}


def _full_region(board: Board) -> Step:
    region = min(range(len(LETTERS)), key=lambda place: board.regions[place].bit_count())
    *others, _last = bits(board.regions[region])
    red, blue = ({hex: 1 + place % 3 for place, hex in enumerate(others[side::3])} for side in (0, 1))
    state = laid_out(board, [f"{LETTERS[region]}1"], numbers=(red, blue), crossed=sum(others[2::3]))
    return _end(state, LETTERS[region], board.regions[region])


def _full_leaf(board: Board) -> Step:
    state = laid_out(board, [f"{LETTERS[3]}F"], circles=(_on_leaf(3, BLANK // 2), _on_leaf(3, BLANK // 2 - 1)))
    return _end(state, LETTERS[3], 0)


def _no_cupcake(board: Board) -> Step:
    *others, _last = bits(board.cupcakes)
    red, blue = ({hex: place % 4 for place, hex in enumerate(others[side::3])} for side in (0, 1))
    state = laid_out(board, [CUPCAKE_TILE], numbers=(red, blue), crossed=sum(others[2::3]))
    return _end(state, "T", board.whole)


def _end(state: State, piece: str, shown: int) -> Step:
    move = next(move for move in rules.legal(state) if move.startswith(piece))
    return Step(state, move, rules.apply(state, move), ("M9.1",), shown)


def _starts(board: Board) -> Iterator[tuple[int, int, int]]:
    """A region, a hex of it with nothing on it, and a cupcake hex beside that."""
    for region, hexes in enumerate(board.regions):
        for hex in bits(hexes & ~board.cupcakes & ~board.crates):
            for cupcake in bits(board.place[hex].beside & board.cupcakes):
                yield region, hex, cupcake


def _steps(state: State, moves: Sequence[str], clauses: Sequence[tuple[str, ...]], shown: int) -> Iterator[Step]:
    for move, behind in zip(moves, clauses, strict=True):
        after = rules.apply(state, move)
        yield Step(state, move, after, behind, shown)
        state = after


def _place(board: Board, text: str) -> Place:
    made = read(board, text)
    assert isinstance(made, Use)
    assert made.place
    return made.place


def _on_leaf(region: int, circles: int) -> tuple[int, ...]:
    return tuple(circles if place == region else 0 for place in range(len(LETTERS)))


def _cut_out(state: State, hexes: int, latest: Sequence[str]) -> Picture:
    """The picture, but only what is round these hexes."""
    whole = picture(state, latest=latest)
    if hexes == state.board.whole:
        return whole
    across, down = zip(*(whole.terrain.centres[hex] for hex in bits(hexes)), strict=True)
    left, top, wide, high = map(int, whole.terrain.view_box.split())
    right, bottom = min(left + wide, max(across) + _MARGIN), min(top + high, max(down) + _MARGIN)
    left, top = max(left, min(across) - _MARGIN), max(top, min(down) - _MARGIN)
    return replace(whole, terrain=replace(whole.terrain, view_box=f"{left} {top} {right - left} {bottom - top}"))


def _from_the_middle(board: Board, hexes: int) -> int:
    """How far these hexes lie from the middle of the picture, squared."""
    still = terrain(board.territory)
    left, top, wide, high = map(int, still.view_box.split())
    x, y = still.centres[hexes & -hexes]
    return (2 * (x - left) - wide) ** 2 + (2 * (y - top) - high) ** 2


_MARGIN: Final = ACROSS + 2 * HALF  # round what is cut out
