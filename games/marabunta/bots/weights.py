"""The weights of the judgement: one unit is one point of the final count.

The queen's were fitted to games (docs/bots.md says how); those of the lower levels were set by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

POWERS: Final[Mapping[str, float]] = {
    "one": 1.6,
    "two": 2.2,
    "free-zero": 1.8,
    "free-three": 3.5,
    "two-cupcakes": 5.0,
    "points-2": 2.0,
    "points-3": 3.0,
    "triple-one": 4.0,
    "cross-two": 1.0,
    "two-leaves": 2.0,
}


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Promises count less the fewer rounds are left."""

    doubt: float = 1.1  # how far a sum may still be overtaken: this times the root of the rounds left
    circles: float = 0.1  # that a leaf will still gain for its winner, a round
    reach: float = 1.6  # of sum, that having many open hexes beside own numbers in a region promises
    each: float = 0.65  # the share of that promise that a second, third … such hex leaves
    cupcakes: float = 0.5  # that a player will still eat a round
    near: float = 0.25  # more, for each cupcake hex within reach
    anthill: float = 1.0
    crates: float = 1.4  # a power's worth grows with the share of its crates to this power
    hurry: float = 3.0  # rounds left below which powers and anthills fade
    spaces: float = 0.0  # that ``two-cupcakes`` is worth more, for each point of the next two spaces of the row
    wins: float = 0.0  # that winning is worth beside the count, once the end is triggered
    powers: Mapping[str, float] = field(default_factory=lambda: POWERS)
    on: Mapping[str, Weights] = field(default_factory=dict)  # instead of these, with the colony sides of these names


_EARLIER: Final = Weights(
    doubt=1.9,
    circles=0.38,
    reach=6.6,
    each=0.47,
    cupcakes=0.76,
    near=0.4,
    anthill=2.1,
    crates=0.95,
    hurry=0.6,
    powers={
        "one": 0.3,
        "two": 0.5,
        "free-zero": 4.3,
        "free-three": 3.3,
        "two-cupcakes": 9.4,
        "points-2": 2.2,
        "points-3": 1.5,
        "triple-one": 4.8,
        "cross-two": 0.7,
        "two-leaves": 0.5,
    },
)
TUNED: Final = Weights(
    doubt=1.24,
    circles=0.15,
    reach=4.89,
    each=0.48,
    cupcakes=0.85,
    near=0.41,
    anthill=2.62,
    crates=1.3,
    hurry=0.64,
    spaces=0.59,
    wins=4.0,
    powers={
        "one": 1.64,
        "two": 3.14,
        "free-zero": 4.2,
        "free-three": 5.46,
        "two-cupcakes": 3.14,
        "points-2": 1.64,
        "points-3": 2.74,
        "triple-one": 6.3,
        "cross-two": 1.55,
        "two-leaves": 1.68,
    },
    on=dict.fromkeys(("forager", "raider"), _EARLIER),  # the first boards, whose games go on
)
COUNTING: Final = replace(TUNED, wins=0.0)  # the queen's, where only points are asked for
FAIR: Final = Weights()
# A worker does not think ahead: not of cupcakes, and hardly of hexes to go on to.
PLAIN: Final = Weights(
    circles=0.0,
    reach=0.3,
    cupcakes=0.0,
    near=0.0,
    anthill=0.5,
    powers=dict.fromkeys(POWERS, 2.0),
)
