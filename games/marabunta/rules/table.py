"""The table: a state opened up, on which moves are made one after another.

A state is a photograph of the table. Rules that change something work on the table, so that a
whole game is replayed on one table, with one photograph at its end.
"""

from __future__ import annotations

from games.contract import Seat
from games.marabunta.rules.board import BLANK
from games.marabunta.rules.effects import Effect
from games.marabunta.rules.state import Phase, Player, State

ONE = Seat.ONE
RESOLVE = Phase.RESOLVE


class Table:
    """All that a state holds and, while a pool is resolved, its owner's own things laid out."""

    __slots__ = (
        "actor",
        "anthills",
        "board",
        "circles",
        "crates",
        "cupcakes",
        "hidden",
        "left",
        "numbers",
        "ones",
        "open",
        "phase",
        "players",
        "points",
        "reach",
        "round",
        "theirs",
        "trigger",
        "twos",
        "waiting",
    )

    def __init__(self, state: State) -> None:
        (
            self.phase,
            self.actor,
            self.round,
            self.hidden,
            self.left,
            self.waiting,
            self.board,
            self.open,
            self.ones,
            self.twos,
            self.players,
            self.trigger,
        ) = state
        if self.phase is RESOLVE:
            self.lay_out()

    def close(self) -> State:
        """The state that the moves have led to."""
        if self.phase is RESOLVE:
            self.put_back()
        return State(
            self.phase,
            self.actor,
            self.round,
            self.hidden,
            self.left,
            self.waiting,
            self.board,
            self.open,
            self.ones,
            self.twos,
            self.players,
            self.trigger,
        )

    def lay_out(self) -> None:
        """The actor begins, or goes on, to resolve a pool."""
        if self.actor is ONE:
            mine, self.theirs = self.players
        else:
            self.theirs, mine = self.players
        self.numbers, self.reach, self.anthills, self.crates, self.cupcakes, self.points, self.circles = mine

    def put_back(self) -> None:
        mine = Player(self.numbers, self.reach, self.anthills, self.crates, self.cupcakes, self.points, self.circles)
        self.players = (mine, self.theirs) if self.actor is ONE else (self.theirs, mine)

    def own_pool(self) -> int:
        """The pool that the actor resolves, used elements and all (M3.3)."""
        _, first, _, _, pools, taken = self.round
        return pools[taken - 1] if self.actor is not first else pools[2 - taken]

    def spots(self, effect: Effect) -> tuple[int, int, int]:
        """Where an effect may write or cross out: all such hexes; those that need no anthill; those that need one.

        M6.1–M6.5. A pair or a triangle needs none if one of its hexes needs none (M6.4, M6.6).
        """
        spots = self.open
        if effect.region is not None:
            spots &= self.board.regions[effect.region]
        elif effect.cupcakes_only:
            spots &= self.board.cupcakes
        if effect.is_free:
            return spots, spots, 0
        near = spots & self.reach
        return spots, near, spots ^ near if self.anthills else 0

    def blank_leaves(self, effect: Effect) -> list[int]:
        """M4.5: the leaves on which the effect finds a blank circle."""
        leaves = range(6) if effect.region is None else (effect.region,)
        theirs = self.theirs.circles
        return [leaf for leaf in leaves if self.circles[leaf] + theirs[leaf] < BLANK]

    def open_groups(self) -> list[int]:
        """M4.6: the groups in which a crate is left to cross out."""
        crates = enumerate(zip(self.crates, self.board.groups, strict=True))
        return [group for group, (crossed, (_, size)) in crates if crossed < size]
