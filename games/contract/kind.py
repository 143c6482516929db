"""A kind of game as one value: its rules, its bots, and the facts that the rest of the site needs to offer it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

from games.contract import BadOptions, Outcome, Rules, Seat, choose_options
from games.contract.bots import Bots


@dataclass(frozen=True, eq=False)
class Kind:
    """The entry of a kind in the registry: ``KIND`` in the kind's package."""

    package: str  # the dotted name of the kind's folder; its ``page`` holds everything for the site
    key: str  # the name in addresses, records and the database; also the name of its folder of templates
    title: str
    rules: Rules[Any]
    options: Mapping[str, tuple[str, ...]]  # the values of every option; the first is meant where a record says none
    seats: tuple[str, str]  # the names of seat one and seat two, such as "white" and "black"
    tally: Callable[[Any], Outcome]  # the count as it would be if the game ended in this state
    draw: Callable[[Any], str]  # the position as a text picture
    bots: Bots
    has_undo: bool  # whether a turn is many moves, which can be taken back before it is handed over
    has_draws: bool
    has_rounds: bool  # whether chance moves again and again, so that a game is told round by round
    # What going first is worth on a board, in rating; by the values of all options, joined by "/". See docs/ratings.md.
    first_player: Mapping[str, float] = field(default_factory=dict)
    # What a player may have done in a game that the rules ended and that is worth telling: an achievement.
    feats: Mapping[str, Callable[[Any, Seat], bool]] = field(default_factory=dict)
    retired: Mapping[str, frozenset[str]] = field(default_factory=dict)  # values that only games of before have

    @property
    def folder(self) -> Path:
        """The folder of its modules, its ``templates/`` and its ``static/``."""
        spec = find_spec(self.package)
        assert spec and spec.origin, "a kind is a package"
        return Path(spec.origin).parent

    @property
    def offered(self) -> dict[str, tuple[str, ...]]:
        """The values of every option for new games, the default first."""
        none: frozenset[str] = frozenset()
        return {
            name: tuple(value for value in values if value not in self.retired.get(name, none))
            for name, values in self.options.items()
        }

    def agreed(self, given: Mapping[str, str]) -> dict[str, str]:
        """Every option of a new game with its value, the default where none is given. Raises BadOptions."""
        defaults = {name: values[0] for name, values in self.offered.items()}
        return choose_options(self.options, {**defaults, **given})

    def option_sets(self) -> list[dict[str, str]]:
        """Every combination of options in which new games can be played."""
        sets = (dict(zip(self.offered, values, strict=True)) for values in product(*self.offered.values()))
        return [options for options in sets if self._has(options)]

    def _has(self, options: Mapping[str, str]) -> bool:
        try:
            self.rules.initial(options)
        except BadOptions:
            return False
        return True
