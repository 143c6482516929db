"""What the pages say of each kind, in the reader's language; the rules themselves know no words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.contract import Seat
from games.mabula.page import presenter as mabula
from games.marabunta.page import presenter as marabunta


class Presenter(Protocol):
    def task(self, state: Any) -> str:
        """What the player to move has to do now."""

    def say(self, state: Any, move: str) -> str:
        """What a legal move does, for who hears it rather than sees it."""

    def table(
        self,
        state: Any,
        *,
        seat: Seat | None,
        is_yours: bool,
        ask: Mapping[str, str],
        latest: Sequence[str],
        rounds: Sequence[Any],
    ) -> Any:
        """What the templates of the kind show of a position: to whom, and whether they may move in it.

        ``ask`` is what the player has picked so far and not yet played, as the address says it; ``latest``
        are the moves whose traces are marked; ``rounds`` are the states of a finished game, for its chart.
        """

    def written(self, post: Mapping[str, str]) -> str:
        """The move that the fields of a form stand for, where it is not a single button; else nothing."""


_PRESENTERS: Mapping[str, Presenter] = {"marabunta": marabunta, "mabula": mabula}


def get(key: str) -> Presenter:
    return _PRESENTERS[key]
