"""The state of a game of Marabunta: immutable, open to both, and without hidden order.

Named tuples, not dataclasses: a state is made for every move, and a frozen dataclass takes
four times as long to make (docs/decisions/0002-states-are-named-tuples.md).
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from games.contract import CHANCE, Actor, Seat
from games.marabunta.rules.board import LETTERS, Board
from games.marabunta.rules.effects import TILES, Effect

version: Final = 1
ELEMENTS: Final = LETTERS + "T"  # the six dice and the tile, in canonical order; as a set, one bit for each
ALL_ELEMENTS: Final = (1 << 7) - 1
TILE: Final = 1 << 6
CUPCAKE_TILE: Final = "cupcake"
ORDINARY_TILES: Final = tuple(tile for tile in TILES if tile != CUPCAKE_TILE)


class Phase(Enum):
    BEGIN = "begin"  # chance names the first player
    ROLL = "roll"  # chance reveals the tile and rolls
    SPLIT = "split"
    CHOOSE = "choose"
    RESOLVE = "resolve"
    OVER = "over"


class Player(NamedTuple):
    """A player's own things: numbers on the territory, the colony board, circles on the leaves."""

    numbers: int = 0  # hexes holding a number of this player
    reach: int = 0  # hexes beside those (M6.2)
    anthills: int = 0  # still to spend
    crates: tuple[int, ...] = ()  # crossed out in each group
    cupcakes: int = 0  # spaces crossed out in the row
    points: int = 0  # scored so far (M10.1)
    circles: tuple[int, ...] = (0,) * 6  # filled on each leaf, besides the printed ones


class Round(NamedTuple):
    number: int
    first: Seat
    tile: str = ""
    faces: str = ""  # of the six dice, in canonical order
    pools: tuple[int, int] = (0, 0)  # sets of elements
    taken: int = 0  # the pool that the opponent took: 1 or 2, 0 before


class Trigger(NamedTuple):
    """The seat that brought the end about, and the causes (M9.3)."""

    seat: Seat
    causes: tuple[str, ...]


class State(NamedTuple):
    phase: Phase
    actor: Actor
    round: Round
    hidden: frozenset[str]  # ordinary tiles not yet revealed; their order is nowhere (M2.2)
    left: int  # elements that the actor has yet to resolve
    waiting: tuple[Effect, ...]  # effects still to be done, the next one last (M8.3)
    board: Board
    open: int  # available hexes (M6.1)
    ones: int  # hexes with a 1 or a 3
    twos: int  # hexes with a 2 or a 3
    players: tuple[Player, Player]
    trigger: Trigger | None


@lru_cache(maxsize=16)
def start(board: Board) -> State:
    """M2: the boards lie empty, and chance is to name the first player."""
    player = Player(anthills=board.anthills, crates=(0,) * len(board.groups))
    return State(
        phase=Phase.BEGIN,
        actor=CHANCE,
        round=Round(0, Seat.ONE),
        hidden=frozenset(ORDINARY_TILES),
        left=0,
        waiting=(),
        board=board,
        open=board.whole,
        ones=0,
        twos=0,
        players=(player, player),
        trigger=None,
    )


def value_at(state: State, hex: int) -> int:
    """The number in a hex that holds one."""
    return bool(state.ones & hex) + 2 * bool(state.twos & hex)


def letters(elements: int) -> str:
    """A set of elements as notation writes it."""
    return "".join(letter for place, letter in enumerate(ELEMENTS) if elements >> place & 1)


def encode(state: State) -> str:
    """Every fact of the state, each in one place and one order, as words a person can read."""
    board, round = state.board, state.round
    taken = [player.numbers for player in state.players]
    numbers = (
        f"{board.place[hex].name}={colour}{value_at(state, hex)}"
        for hex in sorted(place.hexes for place in board.places[1])
        for colour, own in zip("rb", taken, strict=True)
        if own & hex
    )
    crossed = board.whole & ~state.open & ~taken[0] & ~taken[1]
    facts = {
        "marabunta": str(version),
        "board": f"{board.territory}/{board.colony}",
        "phase": state.phase.value,
        "actor": state.actor.name.lower(),
        "round": str(round.number),
        "first": round.first.name.lower() if round.number else "",
        "hidden": ",".join(tile for tile in ORDINARY_TILES if tile in state.hidden),
        "tile": round.tile,
        "dice": round.faces,
        "pools": "/".join(map(letters, round.pools)) + f"/{round.taken}",
        "left": letters(state.left),
        "waiting": ",".join(effect.key for effect in state.waiting),
        "numbers": ",".join(numbers),
        "crossed": ",".join(board.names_in(crossed)),
        "red": _encode_player(state.players[0]),
        "blue": _encode_player(state.players[1]),
        "trigger": f"{state.trigger.seat.name.lower()}:{'+'.join(state.trigger.causes)}" if state.trigger else "",
    }
    return " ".join(f"{name}:{value or '-'}" for name, value in facts.items())


def _encode_player(player: Player) -> str:
    crates, circles = (",".join(map(str, counts)) for counts in (player.crates, player.circles))
    return f"{player.anthills};{crates};{player.cupcakes};{player.points};{circles}"
