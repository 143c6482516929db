"""A game of Marabunta, move by move: rounds (M3) and turns (M4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from games.chance import Chance
from games.contract import CHANCE, NOBODY, Actor, IllegalMove, choose_options
from games.marabunta.rules.board import LETTERS, Board, bits, load_board
from games.marabunta.rules.effects import AGAIN, CRATE, CROSS, FACES, FILL, WRITE, Shape
from games.marabunta.rules.marks import cross, cross_crate, fill, options, settle, write
from games.marabunta.rules.moves import Decline, End, First, Move, Roll, Split, Take, Use, read
from games.marabunta.rules.open_state import OpenState
from games.marabunta.rules.resolving import an_effect_waits, effect_of, take_waiting
from games.marabunta.rules.state import (
    ALL_ELEMENTS,
    CUPCAKE_TILE,
    ELEMENTS,
    ORDINARY_TILES,
    TILE,
    Phase,
    State,
    letters,
    start,
    version,
)

__all__ = ["OPTIONS", "RETIRED", "actor", "apply", "draw", "draws", "fold", "initial", "legal", "version"]

BEGIN, ROLL, SPLIT, CHOOSE, RESOLVE, OVER = Phase
_Rule: TypeAlias = Callable[[OpenState, Any], None]
_Play: TypeAlias = tuple[Phase, _Rule, Move]
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "territory": ("meadow", "delta", "glade", "marsh"),
    "colony": ("forager", "raider", "harvester", "weaver"),
}
# The first boards, on which the one who begins is behind: their games go on, but no new ones are begun.
RETIRED: Final[Mapping[str, frozenset[str]]] = {
    "territory": frozenset({"meadow", "delta"}),
    "colony": frozenset({"forager", "raider"}),
}


def initial(options: Mapping[str, str]) -> State:
    """M2.1."""
    chosen = choose_options(OPTIONS, options)
    return start(load_board(chosen["territory"], chosen["colony"]))


def actor(state: State) -> Actor:
    return state.actor


def legal(state: State) -> Sequence[str]:
    phase = state.phase
    if phase is RESOLVE:
        opened = OpenState(state)
        return _waiting_options(opened) if opened.waiting else _element_options(opened)
    return _SPLITS if phase is SPLIT else _TAKES if phase is CHOOSE else ()


def apply(state: State, move: str) -> State:
    return fold(state, (move,))


def fold(state: State, moves: Iterable[str]) -> State:
    """The state after all these moves, made on one opened."""
    opened, ready = OpenState(state), _ready(state.board)
    for text in moves:
        phase, play, move = ready[text]
        if phase is not opened.phase:
            raise _not_now(opened, phase)
        play(opened, move)
    return opened.close()


def draw(state: State, chance: Chance) -> str:
    """M11: one draw for the first player; or one for the tile, while there is a choice, and one for each die."""
    if state.phase is BEGIN:
        return ("first red", "first blue")[chance.draw(2)]
    hidden = [tile for tile in ORDINARY_TILES if tile in state.hidden]
    tile = hidden[chance.draw(len(hidden))] if hidden else CUPCAKE_TILE
    return " ".join(["roll", tile, *(die + FACES[chance.draw(len(FACES))] for die in LETTERS)])


class _Ready(dict[str, _Play]):
    """The moves on a board by their texts, each read when it is first asked for, with its phase and its rule."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __missing__(self, text: str) -> _Play:
        move = read(self.board, text)
        if len(self) >= _KEPT:
            self.clear()
        phase, rule = (RESOLVE, _MARKS[move.shape]) if isinstance(move, Use) else _PLAYS[type(move)]
        self[text] = ready = (phase, rule, move)
        return ready


@lru_cache(maxsize=16)
def _ready(board: Board) -> _Ready:
    """The one for this board."""
    return _Ready(board)


def _begin(opened: OpenState, move: First) -> None:
    """M2.3."""
    opened.phase, opened.number, opened.first = ROLL, 1, move.seat


def _roll(opened: OpenState, move: Roll) -> None:
    """M3.1, M3.5: the ordinary tiles come once each; then the crossed-out cupcake in every round."""
    tile, faces = move
    if tile in opened.hidden:
        opened.hidden -= {tile}
    elif opened.hidden or tile != CUPCAKE_TILE:
        raise IllegalMove("tile-not-to-come", "M3.5", tile=tile)
    opened.phase, opened.actor = SPLIT, opened.first
    opened.tile, opened.faces = tile, faces


def _split(opened: OpenState, move: Split) -> None:
    """M3.2."""
    opened.phase, opened.actor = CHOOSE, opened.first.other
    opened.pools = move.pools


def _take(opened: OpenState, move: Take) -> None:
    """M3.3: the opponent takes one pool and resolves it first."""
    opened.phase = RESOLVE
    opened.taken = move.pool
    opened.lay_out()
    opened.left = opened.own_pool()


def _end(opened: OpenState, move: End) -> None:
    """M3.3, M3.4: the turn is over; then the first player's; then the round."""
    if opened.waiting:
        raise an_effect_waits(opened)
    if _owes_cupcake(opened):
        raise IllegalMove("cupcake-tile-must-be-resolved", "M4.2")
    opened.put_back()
    first = opened.first
    if opened.actor is not first:
        opened.actor = first
        opened.lay_out()
        opened.left = opened.own_pool()
    elif opened.trigger:
        opened.phase, opened.actor, opened.left = OVER, NOBODY, 0
    else:
        assert opened.number < len(ORDINARY_TILES) + opened.board.cupcakes.bit_count(), "M9.4"
        opened.phase, opened.actor, opened.left = ROLL, CHANCE, 0
        opened.number, opened.first = opened.number + 1, first.other
        opened.tile, opened.faces, opened.pools, opened.taken = "", "", (0, 0), 0


def _decline(opened: OpenState, move: Decline) -> None:
    """M8.2: a power that can only be used by spending an anthill may be declined."""
    if opened.waiting and "decline" not in _waiting_options(opened):
        raise IllegalMove("must-be-used", "M8.2", effect=opened.waiting[-1].key)
    take_waiting(opened)
    settle(opened)


def _element_options(opened: OpenState) -> list[str]:
    """Every move with an element of the pool, in canonical order; then the end of the turn, if it may end."""
    moves: list[str] = []
    for element in bits(opened.left):
        effect = effect_of(opened, element)
        if effect.shape is AGAIN:
            for die in bits(opened.own_pool() & ~TILE):  # M5.1
                moves += options(opened, effect_of(opened, die), f"T={_LETTER[die]}")
        else:
            moves += options(opened, effect, _LETTER[element])
    if not _owes_cupcake(opened):
        moves.append("end")
    return moves


def _waiting_options(opened: OpenState) -> list[str]:
    effect = opened.waiting[-1]
    moves = options(opened, effect)
    if effect.may_decline and all(move.endswith("^") for move in moves):
        moves.append("decline")  # M8.2, M11: every option would spend an anthill
    return moves


def _owes_cupcake(opened: OpenState) -> bool:
    """M4.2: the crossed-out cupcake tile must be resolved while a cupcake hex is available."""
    return opened.left & TILE != 0 and opened.tile == CUPCAKE_TILE and opened.open & opened.board.cupcakes != 0


def _not_now(opened: OpenState, phase: Phase) -> IllegalMove:
    """M3: the move belongs to another phase of the round."""
    if opened.phase is OVER:
        return IllegalMove("game-over", "M3.4")
    return IllegalMove("not-now", _CLAUSES[opened.phase], expected=opened.phase.value, got=phase.value)


_PLAYS: Final[Mapping[type[Move], tuple[Phase, _Rule]]] = {
    First: (BEGIN, _begin),
    Roll: (ROLL, _roll),
    Split: (SPLIT, _split),
    Take: (CHOOSE, _take),
    Decline: (RESOLVE, _decline),
    End: (RESOLVE, _end),
}
draws: Final = {1: draw}
_MARKS: Final[Mapping[Shape, _Rule]] = {WRITE: write, CROSS: cross, FILL: fill, CRATE: cross_crate}
_KEPT: Final = 1 << 14  # of rolls alone there are 373,248, and of hexes that do not touch even more
_CLAUSES: Final = {
    BEGIN: "M2.3",
    ROLL: "M3.1",
    SPLIT: "M3.2",
    CHOOSE: "M3.3",
    RESOLVE: "M3.3",
}


def _splits() -> Iterator[str]:
    """M3.2: all 63, by the pool that holds P."""
    for pool in range(1, ALL_ELEMENTS, 2):
        yield f"split {letters(pool)}/{letters(ALL_ELEMENTS & ~pool)}"


_LETTER: Final = {1 << place: letter for place, letter in enumerate(ELEMENTS)}
_SPLITS: Final = tuple(_splits())
_TAKES: Final = ("take 1", "take 2")
