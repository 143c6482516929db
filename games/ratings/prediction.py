"""How well ratings predict results, beside a coin toss and plain Elo. Pure.

The measure is the deviance: the mean over all games of −ln(the share that was expected of what happened). The lower,
the better; a draw is half a win and half a loss. A coin toss has ln 2 = 0.693.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from math import log
from typing import Final

from games.ratings import glicko, history
from games.ratings.history import RatedGame, Standing

K: Final = 32.0  # of plain Elo: the most that a game between equals changes is half of it
SURELY: Final = 1e-9  # nobody expects less


@dataclass(frozen=True, slots=True)
class Prediction:
    """What was expected of seat one before a game, and what it scored."""

    score: float
    by_ratings: float
    by_elo: float
    are_established: bool  # both players


def predictions(games: Iterable[RatedGame], standings: MutableMapping[Hashable, Standing]) -> Iterator[Prediction]:
    """Of each game that counts, before either knows its result. ``standings`` as for ``history.fold``."""
    elo: dict[Hashable, float] = {}
    for one, two in history.fold(standings, games):
        if not one.counts:
            continue
        mine, other = (elo.get(player, glicko.MEAN) for player in (one.player, two.player))
        share = 1 / (1 + 10 ** ((other - mine) / 400))
        are_established = not (one.before.is_provisional or two.before.is_provisional)
        yield Prediction(one.score, one.expected, share, are_established)
        elo[one.player], elo[two.player] = mine + K * (one.score - share), other - K * (one.score - share)


def deviance(results: Iterable[tuple[float, float]]) -> float:
    """Of pairs of what was expected and what was scored; 0 if there are none."""
    surprises = [_surprise(expected, score) for expected, score in results]
    return sum(surprises) / max(len(surprises), 1)


def _surprise(expected: float, score: float) -> float:
    share = min(max(expected, SURELY), 1 - SURELY)
    return -(score * log(share) + (1 - score) * log(1 - share))
