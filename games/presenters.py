"""What the pages say of each kind, in the reader's language; the rules themselves know no words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from games.mabula import presenter as mabula
from games.marabunta import presenter as marabunta


class Presenter(Protocol):
    def task(self, state: Any) -> str:
        """What the player to move has to do now."""

    def groups(self, state: Any, legal: Sequence[str]) -> list[tuple[str, list[list[str]]]]:
        """The legal moves in groups with a title, and each group in rows."""

    def say(self, move: str) -> str:
        """What a legal move does, for who hears it rather than sees it."""


_PRESENTERS: Mapping[str, Presenter] = {"marabunta": marabunta, "mabula": mabula}


def get(key: str) -> Presenter:
    return _PRESENTERS[key]
