"""What the rules page shows: every face, tile, power, leaf and board, all read from the rules and their board files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from games.marabunta import rules
from games.marabunta.page import examples
from games.marabunta.page.clauses import CLAUSES
from games.marabunta.page.hexes import Leaf, leaves
from games.marabunta.page.names import EFFECT_NAMES, effect_in_words, effect_name, place
from games.marabunta.page.pieces import Piece
from games.marabunta.page.words import WORDS
from games.marabunta.rules import State
from games.marabunta.rules.board import LETTERS, REGIONS
from games.marabunta.rules.effects import DICE, FACES, POWERS, TILES, Effect

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces of a die that one clause is about."""

    pieces: tuple[Piece, ...]
    text: StrPromise
    clause: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A tile or a power."""

    key: str
    name: str
    says: str
    clause: str


@dataclass(frozen=True, slots=True)
class Region:
    region: str
    name: str
    leaf: Leaf  # as it is printed


@dataclass(frozen=True, slots=True)
class Map:
    """A territory side, empty."""

    name: StrPromise | str
    state: State

    @property
    def cupcakes(self) -> int:
        return self.state.board.cupcakes.bit_count()

    @property
    def crates(self) -> int:
        return self.state.board.crates.bit_count()


@dataclass(frozen=True, slots=True)
class Side:
    """A colony side, untouched."""

    name: StrPromise | str
    state: State

    @property
    def groups(self) -> list[tuple[str, int]]:
        """The name of each power, and how many crates lie before it."""
        return [(str(EFFECT_NAMES[group.power]), group.crates) for group in self.state.board.groups]


class Rulebook:
    """Each part is worked out when a template asks for it."""

    @cached_property
    def faces(self) -> list[Faces]:
        """All six, each on another die."""
        found = groupby(enumerate(FACES), key=lambda face: DICE[0][face[1]].clause)
        return [Faces(tuple(_pieces(shown)), CLAUSES[clause], clause) for clause, shown in found]

    @cached_property
    def tiles(self) -> list[Entry]:
        return [_entry(tile, f"M5:{tile.key}") for tile in TILES.values()]

    @cached_property
    def powers(self) -> list[Entry]:
        return [_entry(power, f"M8:{power.key}") for power in POWERS.values()]

    @cached_property
    def regions(self) -> list[Region]:
        printed = leaves(rules.initial({}), {})
        return [Region(leaf.region, place(leaf.letter), leaf) for leaf in printed]

    @cached_property
    def maps(self) -> list[Map]:
        """Those of new games, the one for a first game first."""
        return [Map(WORDS.values["territory", key], state) for key, state in _values_of("territory")]

    @cached_property
    def sides(self) -> list[Side]:
        return [Side(WORDS.values["colony", key], state) for key, state in _values_of("colony")]

    @cached_property
    def earlier_maps(self) -> list[Map]:
        """Those that only games of before have."""
        return [Map(WORDS.values["territory", key], state) for key, state in _values_of("territory", retired=True)]

    @cached_property
    def earlier_sides(self) -> list[Side]:
        return [Side(WORDS.values["colony", key], state) for key, state in _values_of("colony", retired=True)]

    # What the rules make of positions laid out for it

    @cached_property
    def anthill(self) -> tuple[examples.Step, ...]:
        return examples.anthill(_board())

    @cached_property
    def power(self) -> tuple[examples.Step, ...]:
        return examples.power(_board())

    @cached_property
    def scoring(self) -> examples.Scoring:
        return examples.scoring(_board())

    @cached_property
    def ends(self) -> dict[str, examples.Step]:
        return examples.ends(_board())


def _board() -> rules.Board:
    """The boards of a first game."""
    first = {option: _keys_of(option)[0] for option in rules.OPTIONS}
    return rules.initial(first).board


def _entry(effect: Effect, clause: str) -> Entry:
    return Entry(effect.key, str(EFFECT_NAMES[effect.key]), effect_in_words(effect), clause)


def _pieces(faces: Iterator[tuple[int, str]]) -> Iterator[Piece]:
    for die, face in faces:
        name = effect_name(DICE[die][face])
        yield Piece(LETTERS[die], REGIONS[die], face, name, name)


def _values_of(option: str, *, retired: bool = False) -> list[tuple[str, State]]:
    return [(value, rules.initial({option: value})) for value in _keys_of(option, retired=retired)]


def _keys_of(option: str, *, retired: bool = False) -> list[str]:
    return [value for value in rules.OPTIONS[option] if (value in rules.RETIRED[option]) is retired]
