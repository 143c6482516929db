"""Measure the strength of the bots: games in mirrored pairs, win rates with intervals, time per turn.

In a mirrored pair the same two levels meet twice with the same chance, and change seats. The moves of chance come from
the site's own stream: the n-th move of chance is drawn alike in both games, whatever the bots play in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations, cycle, islice, pairwise
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


class ScheduledGame(NamedTuple):
    """A game to play. It goes the same way every time, except for levels that look at the clock."""

    kind: str
    options: Mapping[str, str]
    levels: tuple[str, str]  # of seat one and seat two
    seed: int
    seconds: float  # processor time that a level may take for a move


class GameResult(NamedTuple):
    game: ScheduledGame
    winner: Seat | None
    turns: tuple[tuple[float, ...], tuple[float, ...]]  # the seconds that each turn took, by seat


@dataclass
class PairingScore:
    """The score of one level against a weaker one."""

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
        """The share of games won; a draw counts as half a win."""
        return (self.wins + self.draws / 2) / self.games

    def add(self, result: GameResult) -> None:
        game = result.game
        place = 1 if result.winner is None else 0 if game.levels[result.winner - 1] == self.stronger else 2
        self.wins += place == 0
        self.draws += place == 1
        self.losses += place == 2
        self.by_options.setdefault(" ".join(game.options.values()), [0, 0, 0])[place] += 1
        for level, turns in zip(game.levels, result.turns, strict=True):
            self.turns.setdefault(level, []).extend(turns)


def levels_of(kind: Kind) -> Mapping[str, Choose]:
    """The bots of a kind, the weakest first."""
    return kind.bots.levels


def pairings(kind: Kind, chosen: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Every two of the chosen levels, or of all levels; the weaker of the two first."""
    levels = [level for level in levels_of(kind) if not chosen or level in chosen]
    return list(combinations(levels, 2))


def steps(kind: Kind, chosen: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Every level that has one below it in the ladder, or among the chosen ones; the weaker of the two first."""
    return list(pairwise(level for level in levels_of(kind) if not chosen or level in chosen))


def schedule(kind: Kind, pairing: tuple[str, str], *, games: int, seed: int, seconds: float) -> Iterator[ScheduledGame]:
    """Mirrored pairs of games, at least ``games`` of them, over all options in turn."""
    one, two = pairing
    for number, options in enumerate(islice(cycle(kind.option_sets()), ceil(games / 2))):
        for levels in ((one, two), (two, one)):
            yield ScheduledGame(kind.key, options, levels, seed + number, seconds)


def play_all(games: Sequence[ScheduledGame], *, jobs: int = 1) -> Iterator[GameResult]:
    """Play games, and yield the results in order. More than one job means that many processes."""
    if jobs == 1:
        yield from map(play_game, games)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play_game, games)


def score_pairing(kind: Kind, pairing: tuple[str, str], results: Iterable[GameResult]) -> PairingScore:
    weaker, stronger = pairing
    score = PairingScore(kind.key, stronger, weaker)
    for result in results:
        score.add(result)
    return score


def play_game(game: ScheduledGame, clock: Callable[[], float] = thread_time) -> GameResult:
    """Play a game to its end. A turn is the moves of a seat until another actor moves."""
    kind = kinds.get(game.kind)
    rules, levels = kind.rules, levels_of(kind)
    randoms = [Random(f"{game.seed} {seat} {level}") for seat, level in enumerate(game.levels)]
    state = rules.initial(game.options)
    turns: tuple[list[float], list[float]] = ([], [])
    rolls = 0
    before: object = None
    while (actor := rules.actor(state)) is not NOBODY:
        if actor is CHANCE:
            chance = stream_of(str(game.seed).encode(), game=0, number=rolls, nonces=("", ""))
            move = rules.draw(state, chance)
            rolls += 1
        else:
            own = actor - 1
            start = clock()
            budget = SearchBudget.within(game.seconds, seed=randoms[own].getrandbits(64), clock=clock)
            move = levels[game.levels[own]](state, budget)
            spent = clock() - start
            if actor is before:
                turns[own][-1] += spent
            else:
                turns[own].append(spent)
        before = actor
        state = rules.apply(state, move)
    outcome = rules.outcome(state)
    assert outcome is not None
    return GameResult(game, outcome.winner, (tuple(turns[0]), tuple(turns[1])))


def wilson(rate: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate, after Wilson. With draws as half wins it is too wide rather than too narrow."""
    z = 1.959964
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest of the values that at least this share of them does not exceed."""
    return sorted(values)[max(0, ceil(len(values) * percent / 100) - 1)]
