from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from games.contract import CHANCE, Actor, Outcome, Seat
from games.kinds import Kind
from games.site import demo
from games.words.names import name_of_side


@dataclass(frozen=True)
class DemoLine:
    """A line of the list of moves."""

    at: int
    side: str
    text: str

    @property
    def who(self) -> str:
        return name_of_side(self.side)


@dataclass(frozen=True)
class DemoStep:
    """A game of the demo after so many of its moves, as the templates show it."""

    game: demo.DemoGame
    at: int

    @property
    def kind(self) -> Kind:
        return self.game.kind

    @property
    def name(self) -> str:
        """A name that is unique among the steps of its kind."""
        return f"{self.game.number}-{self.at}"

    @property
    def state(self) -> Any:
        return self.game.state(self.at)

    @property
    def latest(self) -> tuple[str, ...]:
        """The move just made, if it is one that leaves a trace on the board."""
        return (self.move.text,) if self.move and self.move.side in self.kind.seats else ()

    @property
    def points(self) -> tuple[int, int]:
        """The points of both if the game ended here."""
        return self.game.points(self.at)

    @property
    def sides(self) -> tuple[str, str]:
        """The names of both seats."""
        one, two = self.kind.seats
        return name_of_side(one), name_of_side(two)

    @property
    def round(self) -> int | None:
        """The number of the round, for a kind with rounds: each begins with a move of chance after one of a seat."""
        if not self.kind.has_rounds:
            return None
        actors = [step.actor for step in self.game.steps[: self.at]]
        return sum(before is not CHANCE and actor is CHANCE for before, actor in pairwise([None, *actors]))

    @property
    def board(self) -> str:
        """The position as text: the first paragraph; the others, with the figures, are ``details``."""
        return self._drawing[0]

    @property
    def details(self) -> str:
        return self._drawing[2]

    @cached_property
    def moves(self) -> list[DemoLine]:
        return [DemoLine(step.at, self._side(step.actor), step.move) for step in self.game.steps]

    @property
    def move(self) -> DemoLine | None:
        """The move just made."""
        return self.moves[self.at - 1] if self.at else None

    @property
    def first(self) -> int | None:
        return 0 if self.at else None

    @property
    def back(self) -> int | None:
        return self.at - 1 if self.at else None

    @property
    def next(self) -> int | None:
        return self.at + 1 if self.at < self.game.last else None

    @property
    def last(self) -> int | None:
        return self.game.last if self.at < self.game.last else None

    @property
    def outcome(self) -> Outcome | None:
        return None if self.next else self.game.outcome

    @property
    def winner(self) -> str | None:
        """The winning side, if the game is over and not a draw."""
        return name_of_side(self._side(self.outcome.winner)) if self.outcome and self.outcome.winner else None

    @cached_property
    def _drawing(self) -> tuple[str, str, str]:
        return self.kind.draw(self.state).partition("\n\n")

    def _side(self, actor: Actor) -> str:
        return self.kind.seats[actor - 1] if isinstance(actor, Seat) else actor.value
