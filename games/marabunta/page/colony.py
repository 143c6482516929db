"""A player's colony board: anthills, chambers with crates and powers, the cupcake row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.contract import Seat
from games.marabunta.page.choice import Spot
from games.marabunta.page.names import EFFECT_NAMES, effect_in_words
from games.marabunta.page.picture import SIDES
from games.marabunta.rules import State
from games.marabunta.rules.effects import POWERS


@dataclass(frozen=True, slots=True)
class Chamber:
    """A group of crates and the power behind it."""

    id: str
    number: int
    power: str
    name: str
    says: str
    crates: tuple[str, ...]  # "crossed", "next" or "open", crate by crate
    spot: Spot | None  # while a crate is to be chosen

    @property
    def clause(self) -> str:
        """The rule of the power."""
        return POWERS[self.power].clause

    @property
    def crossed(self) -> int:
        return self.crates.count("crossed")

    @property
    def progress(self) -> str:
        return _("%(crossed)s of %(size)s crates") % {"crossed": self.crossed, "size": len(self.crates)}

    @property
    def is_used(self) -> bool:
        return self.crossed == len(self.crates)

    @property
    def unlocks_now(self) -> bool:
        """Whether the next crate is the last one."""
        return self.crossed == len(self.crates) - 1


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the cupcake row."""

    points: int
    state: str  # "eaten", "next" or "open"


@dataclass(frozen=True, slots=True)
class Colony:
    side: str  # "red" or "blue"
    anthills: tuple[bool, ...]  # whether each is still there
    chambers: tuple[Chamber, ...]
    row: tuple[Space, ...]
    cupcakes: int
    points: int  # scored so far

    @property
    def anthills_left(self) -> int:
        return sum(self.anthills)

    @property
    def next_cupcake(self) -> Space | None:
        """The space that the next cupcake takes; none when the row is full."""
        return next((space for space in self.row if space.state == "next"), None)


def colony(state: State, seat: Seat, spots: Mapping[int, Spot] | None = None) -> Colony:
    """The colony of a seat; ``spots`` are its groups, where a crate of them is to be chosen."""
    player, board = state.players[seat - 1], state.board
    return Colony(
        side=SIDES[seat - 1],
        anthills=tuple(number < player.anthills for number in range(board.anthills)),
        chambers=tuple(
            Chamber(
                id=f"{SIDES[seat - 1]}-power-{number}",
                number=number,
                power=group.power,
                name=str(EFFECT_NAMES[group.power]),
                says=effect_in_words(POWERS[group.power]),
                crates=_marked(player.crates[number - 1], group.crates, "crossed"),
                spot=spots[number] if spots else None,
            )
            for number, group in enumerate(board.groups, start=1)
        ),
        row=tuple(map(Space, board.row, _marked(player.cupcakes, len(board.row), "eaten"))),
        cupcakes=player.cupcakes,
        points=player.points,
    )


def _marked(done: int, size: int, word: str) -> tuple[str, ...]:
    """So many that are done, the next one, and the open ones after it."""
    return (*[word] * done, *["next"] * (done < size), *["open"] * (size - done - 1))
