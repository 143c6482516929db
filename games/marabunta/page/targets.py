"""Everything besides the pieces that can be pressed, or says why not: hexes, leaves and groups of crates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from games.kind_pages.story import together
from games.marabunta.page import foresight, obstacles
from games.marabunta.page.choice import Choice, Obstacle, Spot, spots
from games.marabunta.rules import State
from games.marabunta.rules.board import LETTERS
from games.marabunta.rules.effects import CRATE, CROSS, FILL, WRITE, Shape

LEAF = "leaf-"  # how an address tells the leaf of a region from its die


@dataclass(frozen=True, slots=True)
class Targets:
    hexes: Mapping[str, Spot]
    leaves: Mapping[str, Spot]  # by the letters of the regions
    groups: Mapping[str, Spot]

    def named(self, name: str) -> Spot | None:
        """The one that an address asks about."""
        if name.startswith(LEAF):
            return self.leaves.get(name.removeprefix(LEAF))
        return self.hexes.get(name) or self.groups.get(name)


def targets(state: State, made: Choice) -> Targets:
    """The targets that a choice may mark, and the obstacles of all others."""
    groups = map(str, range(1, len(state.board.groups) + 1))
    return Targets(
        hexes=_spots(made, {WRITE, CROSS}, state.board.names, partial(obstacles.of_hex, state, made)),
        leaves=_spots(made, {FILL}, LETTERS, partial(obstacles.of_leaf, state, made), LEAF),
        groups=_spots(made, {CRATE}, groups, partial(obstacles.of_group, state, made)),
    )


def with_consequences(state: State, shown: Targets) -> Targets:
    """The same, each target with what its move brings about besides its effect."""
    if not foresight.may_be_last(state):
        return shown

    def warned(spots: Mapping[str, Spot]) -> dict[str, Spot]:
        return {name: _warned(state, spot) for name, spot in spots.items()}

    return Targets(warned(shown.hexes), warned(shown.leaves), warned(shown.groups))


def _warned(state: State, spot: Spot) -> Spot:
    brings = foresight.consequence(state, spot.move) if spot.move else ""
    return replace(spot, says=together(spot.says, brings), brings=brings) if brings else spot


def no_targets(state: State, says: str) -> Targets:
    """When nothing is left to use."""

    def none(names: Iterable[str], prefix: str = "") -> dict[str, Spot]:
        return {name: Spot("no", ask=f"why={prefix}{name}", says=says, clause="M4.1") for name in names}

    return Targets(none(state.board.names), none(LETTERS, LEAF), none(map(str, range(1, len(state.board.groups) + 1))))


def _spots(
    made: Choice, shapes: set[Shape], names: Iterable[str], why_not: Callable[[str], Obstacle], prefix: str = ""
) -> dict[str, Spot]:
    """Nothing of a kind can be picked where the effect is about another kind of thing."""
    about = made if made.effect.shape in shapes else Choice(made.source, made.effect, {}, anthill=made.anthill)
    return spots(about, names, why_not, prefix)
