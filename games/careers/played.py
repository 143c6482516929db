"""The finished games of a person, each as one value: what results and achievements are counted from.

They are found by the index on a person's seats; the other seat, the game and the facts by their keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.models import UNPLAYED, EndedBy, Game, Seat

if TYPE_CHECKING:
    from accounts.for_games import User


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game from the side of one of its players."""

    game: int
    at: datetime
    kind: str
    options: Mapping[str, str]
    decided: str
    winner: int | None
    seat: int
    opponent: int | None  # None: a bot, or somebody who has left
    left: datetime | None  # when an opponent who is gone left: the same moment in all games with them
    bot: str  # the level of the opponent; empty for a person
    went_first: bool | None  # this and what follows is None until the worker has looked at the game
    turns: int | None
    seconds: int | None
    was_behind: bool | None
    feats: Sequence[str] | None

    @property
    def is_won(self) -> bool:
        return self.winner == self.seat

    @property
    def is_drawn(self) -> bool:
        return self.winner is None

    @property
    def is_against_person(self) -> bool:
        return not self.bot

    @property
    def is_lost_on_time(self) -> bool:
        return self.decided == EndedBy.TIMEOUT and not self.is_drawn and not self.is_won


def latest(person: User, condition: Q, most: int) -> list[PlayedGame]:
    """The games that began last, the latest first."""
    return [PlayedGame(*row) for row in _rows(person).filter(condition).order_by("-game_id")[:most]]


def in_order(person: User) -> list[PlayedGame]:
    """All of them, in the order in which they ended."""
    return [PlayedGame(*row) for row in _rows(person).order_by("game__ended_at", "game_id")]


def is_against(other: User) -> Q:
    """A condition: the other player is this person."""
    return Q(Exists(Seat.objects.filter(user=other, game=OuterRef("game"))))


def _rows(person: User) -> QuerySet[Seat, Any]:
    """One row for each finished game that was not aborted or annulled, and that no bot finished for anybody."""
    games = Seat.objects.filter(user=person, bot="", game__status=Game.Status.OVER)
    games = games.exclude(game__decided__in=UNPLAYED)
    others = games.filter(game__seats__number=3 - F("number"), game__seats__bot=F("game__seats__bot_at_start"))
    return others.values_list(
        *("game_id", "game__ended_at", "game__kind", "game__options", "game__decided", "game__winner", "number"),
        *("game__seats__user_id", "game__seats__left_at", "game__seats__bot_at_start"),
        *("facts__went_first", "facts__turns", "facts__seconds", "facts__was_behind", "facts__feats"),
    )
