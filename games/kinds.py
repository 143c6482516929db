"""The registry of kinds. A third kind is one folder beside the others, and one entry here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from games.contract import BadOptions, Rules, Seat
from games.mabula import bots as mabula_bots
from games.mabula import drawing as mabula_drawing
from games.mabula import rules as mabula_rules
from games.marabunta import bots as marabunta_bots
from games.marabunta import drawing as marabunta_drawing
from games.marabunta import rules as marabunta_rules
from games.thought import Choose, Evaluation, Reason


@dataclass(frozen=True, eq=False)
class Bots:
    """The programs that play a kind, and what they can say about a game."""

    levels: Mapping[str, Choose]  # the weakest first
    evaluate: Callable[[Any, Seat], Evaluation]
    explain: Callable[[Any, str], Reason]


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of game: its rules, and what one must know to offer and show it."""

    key: str
    title: str
    rules: Rules[Any]
    options: Mapping[str, tuple[str, ...]]  # the values of every option, the default first
    seats: tuple[str, str]  # what seat one and seat two are called
    draw: Callable[[Any], str]  # the position as a text picture
    bots: Bots
    has_undo: bool  # whether a turn is many moves, which can be taken back before it is handed over
    has_draws: bool
    has_rounds: bool  # whether chance moves again and again, and what happens in between is a round

    @property
    def folder(self) -> Path:
        """Where its modules, templates/ and static/ are."""
        return Path(__file__).parent / self.key

    def option_sets(self) -> list[dict[str, str]]:
        """Every combination of options in which the kind can be played."""
        sets = (dict(zip(self.options, values, strict=True)) for values in product(*self.options.values()))
        return [options for options in sets if self._has(options)]

    def _has(self, options: Mapping[str, str]) -> bool:
        try:
            self.rules.initial(options)
        except BadOptions:
            return False
        return True


def get(key: str) -> Kind:
    """The kind of that key. Raises KeyError."""
    return _KINDS[key]


def all() -> tuple[Kind, ...]:
    return tuple(_KINDS.values())


_KINDS = {
    kind.key: kind
    for kind in (
        Kind(
            key="marabunta",
            title="Marabunta",
            rules=marabunta_rules,
            options=marabunta_rules.OPTIONS,
            seats=("red", "blue"),
            draw=marabunta_drawing.draw,
            bots=Bots(marabunta_bots.LEVELS, marabunta_bots.evaluate, marabunta_bots.explain),
            has_undo=True,
            has_draws=False,
            has_rounds=True,
        ),
        Kind(
            key="mabula",
            title="Mabula",
            rules=mabula_rules,
            options=mabula_rules.OPTIONS,
            seats=("white", "black"),
            draw=mabula_drawing.draw,
            bots=Bots(mabula_bots.LEVELS, mabula_bots.evaluate, mabula_bots.explain),
            has_undo=False,
            has_draws=True,
            has_rounds=False,
        ),
    )
}
