"""Set answers to reports: kept by their keys, so that everybody reads them in their own language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from games.models import Case, Report

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Outcome, Reason = Case.Outcome, Report.Reason


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reporter is told, and what it says about the report."""

    outcome: Case.Outcome
    title: StrPromise | str  # for the moderator who chooses
    text: StrPromise | str  # for the reporter
    reasons: frozenset[str] = frozenset()  # of which reports; without any, of all

    def fits(self, reason: str) -> bool:
        return not self.reasons or reason in self.reasons


ANSWERS: Mapping[str, Answer] = {
    "acted": Answer(
        Outcome.ACTED,
        _("We did something about it"),
        _("Thank you. You were right, and we have done something about it."),
    ),
    "hidden": Answer(
        Outcome.ACTED,
        _("The message is hidden"),
        _("Thank you. That does not belong here: we have hidden the message and spoken to its author."),
        frozenset({Reason.ABUSE, Reason.SPAM, Reason.WORDS, Reason.OTHER}),
    ),
    "renamed": Answer(
        Outcome.ACTED,
        _("They need another name"),
        _("Thank you. We have taken that name away, and they have to choose another one."),
        frozenset({Reason.NAME, Reason.WORDS}),
    ),
    "game": Answer(
        Outcome.ACTED,
        _("We decided something in the game"),
        _("Thank you. We have decided something in that game: its page says what, and why."),
        frozenset({Reason.STALLING, Reason.CHEATING, Reason.TWO_ACCOUNTS, Reason.OTHER}),
    ),
    "nothing": Answer(
        Outcome.NOTHING,
        _("Nothing was wrong"),
        _("We have looked at it carefully, and it keeps to the rules of this place. Thank you for asking."),
    ),
    "clock": Answer(
        Outcome.NOTHING,
        _("The clock allows it"),
        _(
            "Everybody may use their time, even all of it. When it has run out, the game offers you to end it; "
            "and in a new game you can agree on a shorter clock."
        ),
        frozenset({Reason.STALLING}),
    ),
    "fair": Answer(
        Outcome.NOTHING,
        _("Nothing points to help"),
        _("We went through the moves and found nothing that points to help from others or from a program."),
        frozenset({Reason.CHEATING, Reason.TWO_ACCOUNTS}),
    ),
    "block": Answer(
        Outcome.NOTHING,
        _("Better kept apart"),
        _(
            "This breaks no rule, but nobody has to put up with it: you can switch off the chat of a game, "
            "and block people on their page."
        ),
        frozenset({Reason.ABUSE, Reason.SPAM, Reason.OTHER}),
    ),
    "unclear": Answer(
        Outcome.UNCLEAR,
        _("It could not be made out"),
        _("We could not make out what happened. We keep your report, and look again if there is another one."),
    ),
    "unfair": Answer(
        Outcome.ABUSED,
        _("The report was unfair"),
        _("There is nothing to your report. Please report only what breaks the rules: a lost game does not."),
    ),
}


def fitting(reason: str) -> list[tuple[str, Answer]]:
    """The answers to reports of that reason, by key."""
    return [(key, answer) for key, answer in ANSWERS.items() if answer.fits(reason)]


def told(report: Report) -> list[str]:
    """What came of a report, paragraph by paragraph, in the language of who reads."""
    known = ANSWERS.get(report.answer_key)
    return [text for text in (str(known.text) if known else "", report.answer) if text]


def for_the_record(key: str, words: str) -> str:
    """An answer as the audit keeps it: in the language of the source, with the moderator's own words."""
    with translation.override("en"):
        title = str(ANSWERS[key].title)
    return f"{title}: {words}" if words else title
