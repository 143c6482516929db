"""The ladder of bots: whom a person has beaten on which board, and who comes next.

Nothing of it is stored. It follows from the games of the person, so it moves with them from a guest to a member, and
forgets a game that is annulled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import F

from games import kinds
from games.kind_pages.page import Sentence
from games.kind_pages.registry import page_of
from games.kinds import Kind
from games.models import UNPLAYED, Game, Seat
from games.prepared import Prepared
from games.words import names

if TYPE_CHECKING:
    from accounts.for_games import User


@dataclass(frozen=True, slots=True)
class Rung:
    """A bot of a ladder, as one person stands to it."""

    level: str
    name: Sentence
    manner: Sentence  # how it plays, in a line
    boards: tuple[str, ...]  # on which the person has beaten it, in words
    is_next: bool

    @property
    def is_beaten(self) -> bool:
        return bool(self.boards)


@dataclass(frozen=True, slots=True)
class Ladder:
    """The bots of a kind, the weakest first, as one person stands to them."""

    kind: Kind
    rungs: tuple[Rung, ...]
    is_begun: bool  # the person has finished a game against some bot of it

    @property
    def next(self) -> Rung:
        """The one to play next: above the strongest that was beaten, or that one at the top."""
        return next(rung for rung in self.rungs if rung.is_next)

    @property
    def reached(self) -> Rung | None:
        """The strongest that was beaten."""
        return next((rung for rung in reversed(self.rungs) if rung.is_beaten), None)


def ladders_of(person: User | None) -> dict[str, Ladder]:
    """The ladders of all kinds, by one query; for somebody unknown without any."""
    results = _results(person) if person is not None else {}
    return {kind.key: _ladder(kind, results) for kind in kinds.all()}


def above(kind: str, level: str) -> str | None:
    """The bot above this one; None at the top, or for one that the kind has no more."""
    levels = list(kinds.get(kind).bots.levels)
    place = levels.index(level) + 1 if level in levels else len(levels)
    return levels[place] if place < len(levels) else None


def name_of_board(kind: str, options: Mapping[str, str]) -> str:
    """The options of a game, in words."""
    words = page_of(kind).words.values
    return " · ".join(str(words.get(option, option[1])) for option in options.items())


def _results(person: User) -> dict[tuple[str, str], dict[str, None]]:
    """By kind and level of the bots that the person has met in a whole game: the boards on which it was beaten."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for kind, level, options, number, winner in _met(person.pk):
        boards = found.setdefault((kind, level), {})
        if winner and winner != number:
            boards[name_of_board(kind, options)] = None
    return found


_met = Prepared(
    lambda person: (
        Seat.objects.filter(game__seats__user=person, game__status=Game.Status.OVER, bot_at_start__gt="")
        .filter(bot=F("bot_at_start"))
        .exclude(game__decided__in=UNPLAYED)
        .order_by()
        .values_list("game__kind", "bot", "game__options", "number", "game__winner")
        .distinct()
    )
)


def _ladder(kind: Kind, results: Mapping[tuple[str, str], Mapping[str, None]]) -> Ladder:
    words, levels = page_of(kind.key).words, list(kind.bots.levels)
    boards = {level: tuple(sorted(results.get((kind.key, level), ()))) for level in levels}
    highest = max((place for place, level in enumerate(levels) if boards[level]), default=-1)
    next_one = levels[min(highest + 1, len(levels) - 1)]
    rungs = (
        Rung(level, names.BOTS[level], words.bots[level], boards[level], is_next=level == next_one) for level in levels
    )
    return Ladder(kind, tuple(rungs), any(key == kind.key for key, _ in results))
