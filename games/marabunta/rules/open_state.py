"""A state opened up: a mutable working copy, on which moves are made one after another.

A state is immutable. The rules change an open state instead, so that a whole game is replayed on one of them,
which becomes a state again at the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.contract import Seat
from games.marabunta.rules.board import ANYWHERE, BLANK
from games.marabunta.rules.effects import Effect
from games.marabunta.rules.state import Phase, Player, Round, State

ONE = Seat.ONE
RESOLVE = Phase.RESOLVE
_new = tuple.__new__  # makes a named tuple of a plain one in half the time that calling its class takes


class OpenState:
    """The fields of a state and, while a pool is resolved, those of the player who resolves it, laid out."""

    __slots__ = (
        "actor",
        "anthills",
        "board",
        "circles",
        "crates",
        "cupcakes",
        "faces",
        "first",
        "hidden",
        "left",
        "number",
        "numbers",
        "ones",
        "open",
        "phase",
        "players",
        "points",
        "pools",
        "reach",
        "taken",
        "theirs",
        "tile",
        "trigger",
        "twos",
        "waiting",
    )

    def __init__(self, state: State) -> None:
        (
            self.phase,
            self.actor,
            (self.number, self.first, self.tile, self.faces, self.pools, self.taken),
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
        facts = (
            self.phase,
            self.actor,
            _new(Round, (self.number, self.first, self.tile, self.faces, self.pools, self.taken)),
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
        return _new(State, facts)

    def lay_out(self) -> None:
        """The actor begins, or goes on, to resolve a pool."""
        if self.actor is ONE:
            mine, self.theirs = self.players
        else:
            self.theirs, mine = self.players
        self.numbers, self.reach, self.anthills, self.crates, self.cupcakes, self.points, self.circles = mine

    def put_back(self) -> None:
        things = (self.numbers, self.reach, self.anthills, self.crates, self.cupcakes, self.points, self.circles)
        mine = _new(Player, things)
        self.players = (mine, self.theirs) if self.actor is ONE else (self.theirs, mine)

    def own_pool(self) -> int:
        """The pool that the actor resolves, used elements and all (M3.3)."""
        return self.pools[self.taken - 1] if self.actor is not self.first else self.pools[2 - self.taken]

    def spots(self, effect: Effect) -> tuple[int, int, int]:
        """Where an effect may write or cross out: all such hexes; those that need no anthill; those that need one.

        M6.1–M6.5. A pair or a triangle needs none if one of its hexes needs none (M6.4, M6.6).
        """
        spots = self.open & self.board.areas[effect.area]
        if effect.is_free:
            return spots, spots, 0
        near = spots & self.reach
        return spots, near, spots ^ near if self.anthills else 0

    def has_blank(self, leaf: int) -> bool:
        """M4.5: is there a blank circle on this leaf?"""
        return self.circles[leaf] + self.theirs.circles[leaf] < BLANK

    def blank_leaves(self, effect: Effect) -> list[int]:
        """The leaves on which the effect finds a blank circle."""
        return list(filter(self.has_blank, range(6) if effect.area == ANYWHERE else (effect.area,)))

    def has_crate(self, group: int) -> bool:
        """M4.6: is there a crate left to cross out in this group?"""
        return self.crates[group] < self.board.sizes[group]

    def open_groups(self) -> Iterator[int]:
        """The groups in which there is one."""
        return filter(self.has_crate, range(len(self.crates)))
