"""The words of set answers and set reasons: built in and translated, unless an administrator wrote others.

Words are written for each language, and hold from then on: what somebody was told stays what it was. A row is never
changed; the last one before a moment is in use, and an empty one means the built-in words again.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.utils import timezone, translation

from games.models import Report, SetText
from games.moderation import answers
from games.moderation.set_reasons import REASONS
from games.site.remembered import Remembered

if TYPE_CHECKING:
    from accounts.for_games import User

ANSWER, REASON = "answer-", "reason-"  # how the keys of both begin
LONGEST: Final = 1000
Versions = Mapping[tuple[str, str], list[tuple[datetime, str]]]  # by key and language, the oldest first


def all_keys() -> list[str]:
    """The keys of all set texts: answers first."""
    return [*(f"{ANSWER}{key}" for key in answers.ANSWERS), *(f"{REASON}{key}" for key in REASONS)]


def title_of(key: str) -> str:
    """What moderators call it; a reason has no other name than its words."""
    return str(answers.ANSWERS[key.removeprefix(ANSWER)].title) if key.startswith(ANSWER) else ""


def built_in(key: str) -> str:
    """The built-in words, in the language in use. Raises KeyError."""
    return str(
        answers.ANSWERS[key.removeprefix(ANSWER)].text if key.startswith(ANSWER) else REASONS[key.removeprefix(REASON)]
    )


def text_of(key: str, *, at: datetime | None = None) -> str:
    """The words that are in use, or were at that moment, in the language in use. Raises KeyError."""
    return written(key, translation.get_language() or settings.LANGUAGE_CODE, at=at) or built_in(key)


def written(key: str, language: str, *, at: datetime | None = None) -> str:
    """What an administrator wrote instead of the built-in words in that language; empty if nothing."""
    moment = at or timezone.now()
    return next((text for since, text in reversed(known().get((key, language), [])) if since <= moment), "")


def answer_text(key: str) -> str:
    """The words of a set answer; empty for one that is not known."""
    return text_of(f"{ANSWER}{key}") if key in answers.ANSWERS else ""


def reasons() -> list[tuple[str, str]]:
    """The set reasons with their words, for the moderator who chooses."""
    return [(key, text_of(f"{REASON}{key}")) for key in REASONS]


def reason_for(person: User | None, key: str) -> str:
    """A set reason in the language of the person who reads it; empty for one that is not known."""
    with translation.override((person and person.language) or settings.LANGUAGE_CODE):
        return text_of(f"{REASON}{key}") if key in REASONS else ""


def paragraphs_of(report: Report) -> list[str]:
    """The answer to a report in the reader's language: the set answer as it was then, and the moderator's own words."""
    key = report.answer_key
    told = text_of(f"{ANSWER}{key}", at=report.answered_at) if key in answers.ANSWERS else ""
    return [text for text in (told, report.answer) if text]


def _all_versions() -> Versions:
    found: dict[tuple[str, str], list[tuple[datetime, str]]] = {}
    for key, language, at, text in SetText.objects.order_by("at", "pk").values_list("key", "language", "at", "text"):
        found.setdefault((key, language), []).append((at, text))
    return found


known: Remembered[Versions] = Remembered(_all_versions, otherwise={})
