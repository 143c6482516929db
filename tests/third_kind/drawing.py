"""A position of Heap as text."""

from __future__ import annotations

from tests.third_kind.rules import State


def draw(state: State) -> str:
    one, two = state.taken
    return f"{'o ' * state.heap}".strip() + f"\n\nnorth took {one}, south took {two}"
