"""The heap as heap/board.svg draws it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.third_kind.rules import State


@dataclass(frozen=True, slots=True)
class Picture:
    label: str
    stones: tuple[tuple[int, int], ...]  # x and y of each


def picture(state: State, *, latest: Sequence[str] = ()) -> Picture:
    stones = tuple((30 + 40 * (number % 7), 30 + 40 * (number // 7)) for number in range(state.heap))
    return Picture(f"A heap of {state.heap} stones.", stones)
