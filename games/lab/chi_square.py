"""How far counts are from what they should be: the chi-square statistic and its p-value, without any library."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, lgamma, log
from typing import Any, NamedTuple

_CLOSE = 1e-15
_TINY = 1e-300


class Figure(NamedTuple):
    """One comparison: so many draws in so many cells, and how likely fair chance is to be at least as far off."""

    name: str
    draws: int
    freedom: int  # cells, less one
    statistic: float
    p: float


def compare(name: str, counts: Mapping[Any, int], expected: Mapping[Any, float]) -> Figure:
    """Counts with the share that each cell should have; the shares are all cells that there are, and sum up to 1."""
    draws = sum(counts.values())
    if unknown := set(counts) - set(expected):
        raise ValueError(f"{name}: {sorted(map(str, unknown))} cannot be")
    statistic = sum((counts.get(cell, 0) - draws * share) ** 2 / (draws * share) for cell, share in expected.items())
    freedom = len(expected) - 1
    return Figure(name, draws, freedom, statistic, p_value(statistic, freedom))


def p_value(statistic: float, freedom: int) -> float:
    """The share of fair experiments whose statistic is at least this one: the regularized upper gamma function."""
    shape, at = freedom / 2, statistic / 2
    if at <= 0:
        return 1.0
    factor = exp(shape * log(at) - at - lgamma(shape))
    return 1 - factor * _series(shape, at) if at < shape + 1 else factor * _fraction(shape, at)


def _series(shape: float, at: float) -> float:
    """Of the lower function, which converges where ``at`` is small."""
    term = total = 1 / shape
    step = shape
    while term > total * _CLOSE:
        step += 1
        term *= at / step
        total += term
    return total


def _fraction(shape: float, at: float) -> float:
    """The continued fraction of the upper function, after Lentz, which converges where ``at`` is large."""
    odd = at + 1 - shape
    above, below = 1 / _TINY, 1 / odd
    total = below
    for number in range(1, 10_000):
        factor = -number * (number - shape)
        odd += 2
        below = 1 / (factor * below + odd or _TINY)
        above = odd + factor / above or _TINY
        total *= below * above
        if abs(below * above - 1) < _CLOSE:
            break
    return total
