"""Glicko-2 after Mark Glickman, one game at a time, with the settings of Lichess. Pure: numbers in, numbers out.

A rating is a guess at somebody's strength, the deviation says how sure the guess is, the volatility how much the
strength wavers. Where nobody plays, time passes in periods of which a game may take any fraction. See docs/ratings.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Final

SCALE: Final = 173.7178  # between the numbers people know and those of the formulas: 400 / ln 10
MEAN: Final = 1500.0
TAU: Final = 0.75  # how fast a volatility may change
LOWEST: Final = 400.0
HIGHEST: Final = 4000.0
SUREST: Final = 45.0  # deviations
UNSUREST: Final = 350.0
PROVISIONAL: Final = 110.0  # a deviation above this says little
MOST_VOLATILE: Final = 0.1
MOST_CHANGE: Final = 700.0  # of a rating by one game
PERIODS_A_DAY: Final = 0.21436  # a deviation of 60 grows to 110 in a year, if the volatility is 0.06
CLOSE_ENOUGH: Final = 1e-6
STEPS: Final = 100  # of the search for a volatility; it takes some ten


@dataclass(frozen=True, slots=True)
class Rating:
    rating: float = MEAN
    deviation: float = UNSUREST
    volatility: float = 0.09

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL


def aged(rating: Rating, periods: float) -> Rating:
    """The same rating after periods without a game: less sure."""
    phi = sqrt((rating.deviation / SCALE) ** 2 + rating.volatility**2 * periods)
    return Rating(rating.rating, _within(phi * SCALE, SUREST, UNSUREST), rating.volatility)


def sure_for(rating: Rating) -> float:
    """How many periods without a game it takes until an established rating is provisional again."""
    return (PROVISIONAL**2 - rating.deviation**2) / (SCALE * rating.volatility) ** 2


def expected(one: Rating, two: Rating, advantage: float = 0.0) -> float:
    """The share of the points that ``one`` may expect; ``advantage``: what the seat of ``one`` is worth, in rating."""
    mu, other = (one.rating - MEAN + advantage) / SCALE, (two.rating - MEAN) / SCALE
    return 1 / (1 + exp(-_weight(sqrt((one.deviation / SCALE) ** 2 + (two.deviation / SCALE) ** 2)) * (mu - other)))


def rated(
    one: Rating, results: Sequence[tuple[Rating, float, float]], *, periods: float = 1.0, tau: float = TAU
) -> Rating:
    """After games against these opponents, each with the score (0 to 1) and the advantage of one's seat.

    ``periods`` went by since the rating was last worked out; the opponents' deviations are those of today.
    """
    if not results:
        return one
    phi, mu = one.deviation / SCALE, (one.rating - MEAN) / SCALE
    information = surprise = 0.0
    for opponent, score, advantage in results:
        weight = _weight(opponent.deviation / SCALE)
        share = 1 / (1 + exp(-weight * (mu + (advantage + MEAN - opponent.rating) / SCALE)))
        information += weight**2 * share * (1 - share)
        surprise += weight * (score - share)
    variance = 1 / max(information, 1e-12)  # a game whose result was certain tells nothing
    volatility = min(_volatility(phi, one.volatility, variance, variance * surprise, tau), MOST_VOLATILE)
    widened = min(phi**2 + volatility**2 * periods, (UNSUREST / SCALE) ** 2)
    deviation = 1 / sqrt(1 / widened + 1 / variance)
    change = _within(deviation**2 * surprise * SCALE, -MOST_CHANGE, MOST_CHANGE)
    return Rating(
        _within(one.rating + change, LOWEST, HIGHEST), _within(deviation * SCALE, SUREST, UNSUREST), volatility
    )


def _weight(phi: float) -> float:
    """How much a game says against somebody whose deviation is phi."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Step 5 of the paper: where f is zero, found by the Illinois method."""

    def f(x: float) -> float:
        rest = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - rest) / (2 * rest**2) - (x - log(sigma**2)) / tau**2

    low = log(sigma**2)
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(low - k * tau) < 0:
            k += 1
        high = low - k * tau
    f_low, f_high = f(low), f(high)
    for _ in range(STEPS):
        if abs(high - low) <= CLOSE_ENOUGH or f_low == f_high:
            break
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)


def _within(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)
