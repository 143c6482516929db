"""A position of Heap for the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.contract import Seat
from games.kind_pages.page import MoveGroup
from tests.third_kind import rules
from tests.third_kind.page.picture import Picture, picture
from tests.third_kind.rules import State


@dataclass(frozen=True, slots=True)
class HeapView:
    picture: Picture
    estimate: tuple[int, int]
    moves: Sequence[str]  # of the viewer, when it is their turn
    deeds: str = ""


def view(
    state: State,
    *,
    seat: Seat | None,
    is_yours: bool,
    ask: Mapping[str, str],
    latest: Sequence[str],
    rounds: Sequence[State],
) -> HeapView:
    return HeapView(picture(state, latest=latest), state.taken, rules.legal(state) if is_yours else ())


def task(state: State) -> str:
    return "Take stones from the heap" if isinstance(state.actor, Seat) else ""


def doing(state: State, name: str) -> str:
    return f"{name} is taking stones" if isinstance(state.actor, Seat) else ""


def alarm(state: State) -> str:
    return ""


def caution(state: State, move: str) -> str:
    return ""


def moves(state: State) -> list[MoveGroup]:
    return [MoveGroup("Stones", tuple((move, say(state, move)) for move in rules.legal(state)))]


def say(state: State, move: str) -> str:
    return f"{move} of {state.heap}"


def written(post: Mapping[str, str]) -> str:
    return ""
