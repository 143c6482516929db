"""Games between two bots that anyone can see again: every move follows from the kind and the number of the game."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from threading import Lock
from typing import Any

from games import contract, kinds
from games.chance import StreamChance
from games.contract import Actor, Outcome
from games.kinds import Kind

NUMBERS = range(1_000_000)
PACE = timedelta(seconds=4)  # from one picture of the live game to the next
PICTURES = 60  # of a live game, which so takes four minutes; the last ones show how it ended
ENDING = 5
MOST_KEPT = 64


@dataclass(frozen=True, slots=True)
class DemoMove:
    """A move, its actor, and the state after it."""

    at: int
    actor: Actor
    move: str
    state: Any = field(repr=False)


@dataclass(frozen=True, slots=True)
class DemoGame:
    kind: Kind
    number: int
    steps: tuple[DemoMove, ...]
    scenes: tuple[int, ...]  # the steps after which the board looks different, and the last

    @property
    def last(self) -> int:
        """How many moves it has."""
        return len(self.steps)

    @property
    def outcome(self) -> Outcome:
        outcome = self.kind.rules.outcome(self.state(self.last))
        assert outcome is not None, "every one of these games is played to its end"
        return outcome

    def state(self, at: int) -> Any:
        """The state after so many moves."""
        return self.steps[at - 1].state if at else self.kind.rules.initial(self.options)

    @property
    def options(self) -> dict[str, str]:
        return self.kind.agreed({})

    def points(self, at: int) -> tuple[int, int]:
        """The points of both if the game ended after so many moves."""
        return self.kind.tally(self.state(at)).points


_kept: OrderedDict[tuple[str, int], DemoGame] = OrderedDict()
_keeping = Lock()


def is_kept(key: str, number: int) -> bool:
    """Whether a game has been worked out already, in this process; else that takes a fifth of a second."""
    return (key, number) in _kept


def play(key: str, number: int) -> DemoGame:
    """The game of that kind and number, as it was worked out once."""
    with _keeping:
        if (key, number) in _kept:
            _kept.move_to_end((key, number))
            return _kept[key, number]
    game = work_out(key, number)
    with _keeping:
        _kept[key, number] = game
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return game


def work_out(key: str, number: int) -> DemoGame:
    """The default options, and two bots that like points."""
    kind = kinds.get(key)
    rules, options = kind.rules, kind.agreed({})
    name = f"demo/{key}/{number}"
    mood = random.Random(name)
    moves = contract.play(
        rules,
        options,
        chance=StreamChance(name.encode(), game=name),
        choose=lambda state, legal: kind.bots.demonstrate(state, legal, mood),
    )
    steps: list[DemoMove] = []
    before = rules.initial(options)
    for at, (move, after) in enumerate(moves, start=1):
        steps.append(DemoMove(at, rules.actor(before), move, after))
        before = after
    return DemoGame(kind, number, tuple(steps), tuple(_scenes(kind, steps)))


def now(key: str, moment: datetime) -> tuple[int, int]:
    """The live game: its number and how many of its moves are made. It follows from the clock: all see the same."""
    pictures = int(moment.timestamp() // PACE.total_seconds())
    number = pictures // PICTURES % len(NUMBERS)
    scenes = play(key, number).scenes
    scene = pictures % PICTURES * len(scenes) // (PICTURES - ENDING)
    return number, scenes[min(scene, len(scenes) - 1)]


def any_number() -> int:
    return random.choice(NUMBERS)


def _scenes(kind: Kind, steps: Sequence[DemoMove]) -> list[int]:
    states = [kind.rules.initial(kind.agreed({})), *(step.state for step in steps)]
    boards = [kind.draw(state).partition("\n\n")[0] for state in states]
    changes = {at for at, (before, after) in enumerate(pairwise(boards), start=1) if before != after}
    return sorted(changes | {len(steps)})
