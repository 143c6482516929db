"""What a gathered mail tells: each game once, by what is most urgent about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from games.models import Notification
from games.notify.mail.letter import Item

Occasion = Notification.Occasion

YOURS_TO_MOVE: Final = (Occasion.TIME_SHORT, Occasion.YOUR_TURN)
RULINGS: Final = (Occasion.MODERATED, Occasion.SANCTION, Occasion.APPEAL, Occasion.REPORT)
URGENT_FIRST: Final = (
    *YOURS_TO_MOVE,
    Occasion.CHALLENGE,
    *RULINGS,
    *(Occasion.GAME_BEGINS, Occasion.GAME_OVER, Occasion.CHAT, Occasion.VACATION),
)
NEVER: Final = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Line:
    """What is told about one game, or about one thing that is no game."""

    told: Notification
    rulings: tuple[Notification, ...] = ()  # what moderators did in the same game: nobody misses that


def lines(notifications: Sequence[Notification]) -> list[Line]:
    """The notifications of one game are one line, under the most urgent of them."""
    found: list[Line] = []
    by_game: dict[int, list[Notification]] = {}
    for told in sorted(notifications, key=_urgency):
        if told.game_id:
            by_game.setdefault(told.game_id, []).append(told)
        else:
            found.append(Line(told))
    for first, *others in by_game.values():
        found.append(Line(first, tuple(told for told in others if told.occasion == Occasion.MODERATED)))
    return found


def in_order(composed: Sequence[tuple[Line, Item]]) -> list[tuple[Line, Item]]:
    """Games that wait for the reader come first, the least time left before all, and then the rest by what it is."""
    return sorted(composed, key=_pressing)


def _pressing(composed: tuple[Line, Item]) -> tuple[int, datetime, int]:
    line, item = composed
    place = 0 if line.told.occasion in YOURS_TO_MOVE else URGENT_FIRST.index(Occasion(line.told.occasion))
    return place, item.deadline or NEVER, line.told.pk


def _urgency(told: Notification) -> tuple[int, int]:
    return URGENT_FIRST.index(Occasion(told.occasion)), told.pk
