"""How strong bots are, measured: games in mirrored pairs, win rates with intervals, time per turn.

In a mirrored pair the same two levels meet twice with the same chance, and change seats. The site's
own stream rolls: chance's first, second … move of both games are drawn alike, whatever was played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations, cycle, islice
from math import ceil, sqrt
from multiprocessing import get_context
from random import Random
from time import thread_time
from typing import NamedTuple

from games import kinds
from games.chance import stream_of
from games.contract import CHANCE, NOBODY, Seat
from games.contract.bots import Choose, SearchBudget
from games.kinds import Kind


class Fixture(NamedTuple):
    """A game to be played. Only levels that look at the clock may play it differently another time."""

    kind: str
    options: Mapping[str, str]
    levels: tuple[str, str]  # of seat one and seat two
    seed: int
    seconds: float  # of the processor that a level may think about a move


class Result(NamedTuple):
    fixture: Fixture
    winner: Seat | None
    turns: tuple[tuple[float, ...], tuple[float, ...]]  # the seconds that each turn took, by seat


@dataclass
class Standing:
    """How one level did against a weaker one."""

    kind: str
    stronger: str
    weaker: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    by_options: dict[str, list[int]] = field(default_factory=dict)  # wins, draws and losses
    turns: dict[str, list[float]] = field(default_factory=dict)  # the seconds of every turn, by level

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        """Of games won; a draw is half a win."""
        return (self.wins + self.draws / 2) / self.games

    def add(self, result: Result) -> None:
        fixture = result.fixture
        place = 1 if result.winner is None else 0 if fixture.levels[result.winner - 1] == self.stronger else 2
        self.wins += place == 0
        self.draws += place == 1
        self.losses += place == 2
        self.by_options.setdefault(" ".join(fixture.options.values()), [0, 0, 0])[place] += 1
        for level, turns in zip(fixture.levels, result.turns, strict=True):
            self.turns.setdefault(level, []).extend(turns)


def levels_of(kind: Kind) -> Mapping[str, Choose]:
    """The bots of a kind, the weakest first."""
    return kind.bots.levels


def pairings(kind: Kind, chosen: Sequence[str] = ()) -> list[tuple[str, str]]:
    """A round robin over the chosen levels, or all: the weaker of each two first."""
    levels = [level for level in levels_of(kind) if not chosen or level in chosen]
    return list(combinations(levels, 2))


def fixtures(kind: Kind, pairing: tuple[str, str], *, games: int, seed: int, seconds: float) -> Iterator[Fixture]:
    """Mirrored pairs, at least so many games, over all options in turn."""
    one, two = pairing
    for number, options in enumerate(islice(cycle(kind.option_sets()), ceil(games / 2))):
        for levels in ((one, two), (two, one)):
            yield Fixture(kind.key, options, levels, seed + number, seconds)


def run(given: Sequence[Fixture], *, jobs: int = 1) -> Iterator[Result]:
    """The results in order; with more than one job in processes of their own."""
    if jobs == 1:
        yield from map(play, given)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, given)


def stand(kind: Kind, pairing: tuple[str, str], results: Iterable[Result]) -> Standing:
    weaker, stronger = pairing
    standing = Standing(kind.key, stronger, weaker)
    for result in results:
        standing.add(result)
    return standing


def play(fixture: Fixture, clock: Callable[[], float] = thread_time) -> Result:
    """Play a game to its end. A turn is what a seat plays until another acts."""
    kind = kinds.get(fixture.kind)
    rules, levels = kind.rules, levels_of(kind)
    randoms = [Random(f"{fixture.seed} {seat} {level}") for seat, level in enumerate(fixture.levels)]
    state = rules.initial(fixture.options)
    turns: tuple[list[float], list[float]] = ([], [])
    rolls = 0
    before: object = None
    while (actor := rules.actor(state)) is not NOBODY:
        if actor is CHANCE:
            chance = stream_of(str(fixture.seed).encode(), game=0, number=rolls, nonces=("", ""))
            move = rules.draw(state, chance)
            rolls += 1
        else:
            own = actor - 1
            start = clock()
            budget = SearchBudget.within(fixture.seconds, seed=randoms[own].getrandbits(64), clock=clock)
            move = levels[fixture.levels[own]](state, budget)
            spent = clock() - start
            if actor is before:
                turns[own][-1] += spent
            else:
                turns[own].append(spent)
        before = actor
        state = rules.apply(state, move)
    outcome = rules.outcome(state)
    assert outcome is not None
    return Result(fixture, outcome.winner, (tuple(turns[0]), tuple(turns[1])))


def wilson(rate: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate, after Wilson. With draws as half wins it is rather too wide than too narrow."""
    z = 1.959964
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest of the values that at least so many percent do not exceed."""
    return sorted(values)[max(0, ceil(len(values) * percent / 100) - 1)]
