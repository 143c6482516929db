"""The one line that explains the table to somebody in their first games of a kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.guide import coaching
from games.guide.progress import GUIDE
from games.kind_pages.page import Sentence
from games.view_models.game_page import GamePage

if TYPE_CHECKING:
    from accounts.for_games import User

TO_THE_GUIDE: Final = "guide"
HINT: Final = "hint"
COMMON: Final[dict[str, Sentence]] = {  # to the lines of every kind
    TO_THE_GUIDE: _("New to this? The guided first game takes a few minutes. This game will wait."),
    HINT: _("Not sure? Hint shows you a good move, and why."),
}


@dataclass(frozen=True)
class CoachLine:
    key: str
    says: Sentence
    leads_to_guide: bool


def coach_line(page: GamePage, user: User) -> CoachLine | None:
    """The most urgent that fits the position and was not put away; none after one's first games."""
    if not (page.viewer.seat and page.is_now) or page.is_over:
        return None
    number = coaching.number_of(page.game, user)
    if not number:
        return None
    fitting = (key for key in _wanted(page, user, number) if not coaching.is_put_away(page.kind.key, user, key))
    key = next(fitting, None)
    return CoachLine(key, lines_of(page)[key], key == TO_THE_GUIDE) if key else None


def lines_of(page: GamePage) -> dict[str, Sentence]:
    """All lines that there are for a kind."""
    own = page.kind_page.coach
    return {**COMMON, **(own.LINES if own else {})}


def _wanted(page: GamePage, user: User, number: int) -> Iterator[str]:
    assert page.viewer.seat
    is_first_against_bot = number == 1 and bool(page.players.other.row.bot)
    offers_guide = is_first_against_bot and _has_guide_left(page, user)
    has_moved = any(move.seat is page.viewer.seat for move in page.head.moves)
    if offers_guide and not has_moved:
        yield TO_THE_GUIDE
    if page.kind_page.coach:
        yield from page.kind_page.coach.wanted(page.head.state, page.viewer.seat)
    if offers_guide and has_moved:  # whoever plays on instead is told what they need now
        yield TO_THE_GUIDE
    if is_first_against_bot and page.choices.can_hint:
        yield HINT


def _has_guide_left(page: GamePage, user: User) -> bool:
    lesson = page.kind_page.lesson
    return lesson is not None and user.learned.get(GUIDE, {}).get(page.kind.key, 0) <= len(lesson.steps)
