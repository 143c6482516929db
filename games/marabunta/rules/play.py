"""A game of Marabunta, move by move: rounds (M3) and turns (M4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from games.chance import Chance
from games.contract import CHANCE, NOBODY, Actor, IllegalMove, choose_options
from games.marabunta.rules.board import LETTERS, bits, load_board
from games.marabunta.rules.effects import AGAIN, DICE, FACES, TILES, Effect
from games.marabunta.rules.marks import mark, options, settle
from games.marabunta.rules.moves import Decline, End, First, Move, Roll, Split, Take, Use, read
from games.marabunta.rules.state import (
    ALL_ELEMENTS,
    CUPCAKE_TILE,
    ELEMENTS,
    ORDINARY_TILES,
    TILE,
    Phase,
    Round,
    State,
    letters,
    start,
    version,
)
from games.marabunta.rules.table import Table

__all__ = ["OPTIONS", "actor", "apply", "draw", "fold", "initial", "legal", "version"]

BEGIN, ROLL, SPLIT, CHOOSE, RESOLVE, OVER = Phase
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "territory": ("meadow", "delta"),
    "colony": ("forager", "raider"),
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
        table = Table(state)
        return _waiting_options(table) if table.waiting else _element_options(table)
    return _SPLITS if phase is SPLIT else _TAKES if phase is CHOOSE else ()


def apply(state: State, move: str) -> State:
    return fold(state, (move,))


def fold(state: State, moves: Iterable[str]) -> State:
    """The state after all these moves, made on one table."""
    table, board = Table(state), state.board
    for text in moves:
        move = read(board, text)
        phase, play = _PLAYS[type(move)]
        if phase is not table.phase:
            raise _not_now(table, phase)
        play(table, move)
    return table.close()


def draw(state: State, chance: Chance) -> str:
    """M11: one draw for who begins; or one for the tile, while there is a choice, and one for each die."""
    if state.phase is BEGIN:
        return ("first red", "first blue")[chance.draw(2)]
    hidden = [tile for tile in ORDINARY_TILES if tile in state.hidden]
    tile = hidden[chance.draw(len(hidden))] if hidden else CUPCAKE_TILE
    return " ".join(["roll", tile, *(die + FACES[chance.draw(len(FACES))] for die in LETTERS)])


def _begin(table: Table, move: First) -> None:
    """M2.3."""
    table.phase, table.round = ROLL, Round(1, move.seat)


def _roll(table: Table, move: Roll) -> None:
    """M3.1, M3.5: the ordinary tiles come once each; then the crossed-out cupcake in every round."""
    if move.tile not in table.hidden and (table.hidden or move.tile != CUPCAKE_TILE):
        raise IllegalMove("tile-not-to-come", "M3.5", tile=move.tile)
    number, first, *_ = table.round
    table.phase, table.actor = SPLIT, first
    table.round = Round(number, first, move.tile, move.faces)
    table.hidden -= {move.tile}


def _split(table: Table, move: Split) -> None:
    """M3.2."""
    number, first, tile, faces, _, _ = table.round
    table.phase, table.actor = CHOOSE, first.other
    table.round = Round(number, first, tile, faces, move.pools)


def _take(table: Table, move: Take) -> None:
    """M3.3: the opponent takes one pool and resolves it first."""
    number, first, tile, faces, pools, _ = table.round
    table.phase = RESOLVE
    table.round = Round(number, first, tile, faces, pools, move.pool)
    table.left = table.own_pool()
    table.lay_out()


def _end(table: Table, move: End) -> None:
    """M3.3, M3.4: the turn is over; then the first player's; then the round."""
    if table.waiting:
        raise IllegalMove("an-effect-waits", "M8.3", effect=table.waiting[-1].key)
    if _owes_cupcake(table):
        raise IllegalMove("cupcake-tile-must-be-resolved", "M4.2")
    table.put_back()
    number, first, *_ = table.round
    if table.actor is not first:
        table.actor = first
        table.left = table.own_pool()
        table.lay_out()
    elif table.trigger:
        table.phase, table.actor, table.left = OVER, NOBODY, 0
    else:
        assert number < len(ORDINARY_TILES) + table.board.cupcakes.bit_count(), "M9.4"
        table.phase, table.actor, table.left = ROLL, CHANCE, 0
        table.round = Round(number + 1, first.other)


def _decline(table: Table, move: Decline) -> None:
    """M8.2: a power that can only be used by spending an anthill may be declined."""
    if not table.waiting:
        raise IllegalMove("nothing-waits", "M8.3")
    if "decline" not in _waiting_options(table):
        raise IllegalMove("must-be-used", "M8.2", effect=table.waiting[-1].key)
    table.waiting = table.waiting[:-1]
    settle(table)


def _use(table: Table, move: Use) -> None:
    """M4.1: one element at a time; what it sets off comes first (M8.3)."""
    effect = _effect_for(table, move)
    if move.element:
        table.left ^= move.element
    else:
        table.waiting = table.waiting[:-1]
    mark(table, effect, move)


def _effect_for(table: Table, move: Use) -> Effect:
    """The effect that a move resolves: of an element of the pool, or the one that waits."""
    element, die = move.element, move.die
    if not element:
        if not table.waiting:
            raise IllegalMove("nothing-waits", "M8.3")
        return table.waiting[-1]
    if not table.left & element:
        code = "already-resolved" if table.own_pool() & element else "not-in-your-pool"
        raise IllegalMove(code, "M4.1", element=letters(element))
    if table.waiting:
        raise IllegalMove("an-effect-waits", "M8.3", effect=table.waiting[-1].key)
    effect = _effect_of(table, element)
    if not die:
        return effect
    if effect.shape is not AGAIN:
        raise IllegalMove("another-kind-of-mark", effect.clause, effect=effect.key)
    if not table.own_pool() & die:
        raise IllegalMove("not-in-your-pool", "M5.1", element=letters(die))
    return _effect_of(table, die)


def _effect_of(table: Table, element: int) -> Effect:
    """What the tile or the face of a die says."""
    if element == TILE:
        return TILES[table.round.tile]
    die = element.bit_length() - 1
    return DICE[die][table.round.faces[die]]


def _element_options(table: Table) -> list[str]:
    """Every move with an element of the pool, in canonical order; then the end of the turn, if it may end."""
    moves: list[str] = []
    for element in bits(table.left):
        effect = _effect_of(table, element)
        if effect.shape is AGAIN:
            for die in bits(table.own_pool() & ~TILE):  # M5.1
                moves += options(table, _effect_of(table, die), f"T={_LETTER[die]}")
        else:
            moves += options(table, effect, _LETTER[element])
    if not _owes_cupcake(table):
        moves.append("end")
    return moves


def _waiting_options(table: Table) -> list[str]:
    effect = table.waiting[-1]
    moves = options(table, effect)
    if effect.may_decline and all(move.endswith("^") for move in moves):
        moves.append("decline")  # M8.2, M11: every option would spend an anthill
    return moves


def _owes_cupcake(table: Table) -> bool:
    """M4.2: the crossed-out cupcake tile must be resolved while a cupcake hex is available."""
    return bool(table.left & TILE and table.round.tile == CUPCAKE_TILE and table.open & table.board.cupcakes)


def _not_now(table: Table, phase: Phase) -> IllegalMove:
    """M3: the move belongs to another phase of the round."""
    if table.phase is OVER:
        return IllegalMove("game-over", "M3.4")
    return IllegalMove("not-now", _CLAUSES[table.phase], expected=table.phase.value, got=phase.value)


_PLAYS: Final[Mapping[type[Move], tuple[Phase, Callable[[Table, Any], None]]]] = {
    First: (BEGIN, _begin),
    Roll: (ROLL, _roll),
    Split: (SPLIT, _split),
    Take: (CHOOSE, _take),
    Use: (RESOLVE, _use),
    Decline: (RESOLVE, _decline),
    End: (RESOLVE, _end),
}
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
