from dataclasses import dataclass
from functools import cached_property

from games import demo
from games.contract import Actor, Outcome, Seat
from games.kinds import Kind
from games.words import SIDES


@dataclass(frozen=True)
class Move:
    """A line of the list of moves."""

    at: int
    side: str
    text: str

    @property
    def who(self) -> str:
        return str(SIDES[self.side])


@dataclass(frozen=True)
class Moment:
    """A random game after so many of its moves, as the templates show it."""

    game: demo.DemoGame
    at: int

    @property
    def kind(self) -> Kind:
        return self.game.kind

    @property
    def board(self) -> str:
        """The first paragraph of the drawing; the others, with the figures, are ``details``."""
        return self._drawing[0]

    @property
    def details(self) -> str:
        return self._drawing[2]

    @property
    def moves(self) -> list[Move]:
        return [Move(step.at, self._side(step.actor), step.move) for step in self.game.steps]

    @property
    def move(self) -> Move | None:
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
        """Who won, once the game is over and unless it is a draw."""
        return str(SIDES[self._side(self.outcome.winner)]) if self.outcome and self.outcome.winner else None

    @cached_property
    def _drawing(self) -> tuple[str, str, str]:
        return self.kind.draw(self.game.state(self.at)).partition("\n\n")

    def _side(self, actor: Actor) -> str:
        return self.kind.seats[actor - 1] if isinstance(actor, Seat) else actor.value
