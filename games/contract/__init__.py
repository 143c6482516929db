"""The contract of the rules of a kind of game: closed and pure.

A move is a line of text; a game is the list of its moves; a state is that list
folded by the rules. Chance is a player like the others, so a replay is exact.
Nothing here, or below it, knows of Django, clocks, randomness or files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import Final, Protocol, TypeAlias, TypeVar

from games.chance import Chance

State = TypeVar("State")
Draw: TypeAlias = Callable[[State, Chance], str]


class Seat(IntEnum):
    """A place in a game. The log names seats, never people."""

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Seat:
        return _TWO if self is _ONE else _ONE


_ONE, _TWO = Seat  # looking a member up on its enum takes three times as long


class NoSeat(Enum):
    """The actor of a state in which no seat is to move."""

    CHANCE = "chance"
    NOBODY = "nobody"


CHANCE: Final = NoSeat.CHANCE
NOBODY: Final = NoSeat.NOBODY
Actor: TypeAlias = Seat | NoSeat


class Rules(Protocol[State]):
    """The contract. A kind's ``rules`` package satisfies it as a module."""

    @property
    def version(self) -> int:
        """Stored with every game: a change of meaning is a new version."""

    def initial(self, options: Mapping[str, str]) -> State:
        """The state before the first move. Raises BadOptions."""

    def actor(self, state: State) -> Actor:
        """The seat to move, or chance; NOBODY when the game is over."""

    def legal(self, state: State) -> Sequence[str]:
        """Every legal move of the seat to move, in a stable order; empty for chance."""

    def apply(self, state: State, move: str) -> State:
        """The state after the move. Raises IllegalMove, and nothing else, for any text."""

    def fold(self, state: State, moves: Iterable[str]) -> State:
        """The state after all these moves: ``apply`` from one to the next, only faster."""

    def draw(self, state: State, chance: Chance) -> str:
        """The move chance makes when it is chance's move."""

    @property
    def draws(self) -> Mapping[int, Draw[State]]:
        """Every version of ``draw``, by its number, which is stored with every game. The highest is ``draw`` itself.

        A game keeps the version that it began with: from its seed chance draws the same for ever.
        """

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def encode(self, state: State) -> str:
        """The whole state as canonical text: for digests, and to compare."""


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a final count: its name, each seat's points, and the facts behind them."""

    what: str
    points: tuple[int, int]
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winner: Seat | None  # None: a draw
    decided: str  # the code of the rule that decided it
    points: tuple[int, int]
    parts: tuple[Part, ...]
    causes: tuple[str, ...] = ()  # the codes of the events that brought the end about, where the kind tells them apart


class IllegalMove(Exception):
    """A move the rules refuse: a code, the clause that refuses it, and the facts.

    Sentences for people are made from these three elsewhere, in the reader's language.
    """

    def __init__(self, code: str, clause: str, **facts: object) -> None:
        super().__init__(code, clause, facts)
        self.code = code
        self.clause = clause
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        return _refused, (self.code, self.clause, self.facts)

    def __str__(self) -> str:
        facts = "".join(f", {name}={_shown(value)}" for name, value in self.facts.items())
        return f"{self.code} ({self.clause}){facts}"


class BadOptions(ValueError):
    """An option that does not exist, a value it does not have, or two that do not go together."""

    def __init__(self, option: str, value: object, allowed: Sequence[str] = ()) -> None:
        super().__init__(option, value, tuple(allowed))
        self.option = option
        self.value = value
        self.allowed = tuple(allowed)

    def __str__(self) -> str:
        among = f"; allowed: {', '.join(self.allowed)}" if self.allowed else ""
        return f"{_shown(self.option)}={_shown(self.value)} is not possible{among}"


def choose_options(offered: Mapping[str, Sequence[str]], given: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value, the first offered where none is given. Raises BadOptions."""
    for name, value in given.items():
        if name not in offered:
            raise BadOptions(name, value, tuple(offered))
        if value not in offered[name]:
            raise BadOptions(name, value, offered[name])
    return {name: given.get(name, values[0]) for name, values in offered.items()}


def replay(rules: Rules[State], options: Mapping[str, str], moves: Sequence[str]) -> State:
    """The state after these moves. An IllegalMove says in a note at which move it stopped."""
    state = rules.initial(options)
    try:
        return rules.fold(state, moves)
    except IllegalMove:
        return _replay_slowly(rules, state, moves)


def play(
    rules: Rules[State],
    options: Mapping[str, str],
    *,
    chance: Chance,
    choose: Callable[[State, Sequence[str]], str],
) -> Iterator[tuple[str, State]]:
    """Play a game to its end: each move as it is made, with the state after it.

    ``choose`` picks one of the legal moves for either seat.
    """
    state = rules.initial(options)
    while (actor := rules.actor(state)) is not NOBODY:
        move = rules.draw(state, chance) if actor is CHANCE else choose(state, rules.legal(state))
        state = rules.apply(state, move)
        yield move, state


def _replay_slowly(rules: Rules[State], state: State, moves: Sequence[str]) -> State:
    """Move by move, to find the one that is refused."""
    for number, move in enumerate(moves, start=1):
        try:
            state = rules.apply(state, move)
        except IllegalMove as refused:
            refused.add_note(f"at move {number}")
            raise
    return state


def _refused(code: str, clause: str, facts: dict[str, object]) -> IllegalMove:
    """The same refusal again, as a copy."""
    return IllegalMove(code, clause, **facts)


def _shown(value: object) -> str:
    """A value as one short line, whatever it is."""
    try:
        text = ascii(value)
    except ValueError:  # a number of thousands of digits
        text = type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}..."
