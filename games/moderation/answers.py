"""Set answers to reports. The database stores their keys, so that each reporter reads them in their own language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from games.models import Case, Report

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Finding, Offence = Case.Finding, Report.Offence


@dataclass(frozen=True, slots=True)
class SetAnswer:
    """A sentence for reporters, and the finding that it stands for."""

    outcome: Case.Finding
    title: StrPromise | str  # for the moderator who chooses
    text: StrPromise | str  # for the reporter
    reasons: frozenset[str] = frozenset()  # of reports that it answers; empty: of all

    def fits(self, reason: str) -> bool:
        return not self.reasons or reason in self.reasons


ANSWERS: Mapping[str, SetAnswer] = {
    "acted": SetAnswer(
        Finding.ACTED,
        _("We did something about it"),
        _("Thank you. You were right, and we have done something about it."),
    ),
    "hidden": SetAnswer(
        Finding.ACTED,
        _("The message is hidden"),
        _("Thank you. That does not belong here: we have hidden the message and spoken to its author."),
        frozenset({Offence.ABUSE, Offence.SPAM, Offence.WORDS, Offence.OTHER}),
    ),
    "renamed": SetAnswer(
        Finding.ACTED,
        _("They need another name"),
        _("Thank you. We have taken that name away, and they have to choose another one."),
        frozenset({Offence.NAME, Offence.WORDS}),
    ),
    "game": SetAnswer(
        Finding.ACTED,
        _("We decided something in the game"),
        _("Thank you. We have decided something in that game: its page says what, and why."),
        frozenset({Offence.STALLING, Offence.CHEATING, Offence.TWO_ACCOUNTS, Offence.OTHER}),
    ),
    "nothing": SetAnswer(
        Finding.NOTHING,
        _("Nothing was wrong"),
        _("We have looked at it carefully, and it keeps to the rules of this place. Thank you for asking."),
    ),
    "clock": SetAnswer(
        Finding.NOTHING,
        _("The clock allows it"),
        _(
            "Everybody may use their time, even all of it. When it has run out, the game offers you to end it; "
            "and in a new game you can agree on a shorter clock."
        ),
        frozenset({Offence.STALLING}),
    ),
    "fair": SetAnswer(
        Finding.NOTHING,
        _("Nothing points to help"),
        _("We went through the moves and found nothing that points to help from others or from a program."),
        frozenset({Offence.CHEATING, Offence.TWO_ACCOUNTS}),
    ),
    "block": SetAnswer(
        Finding.NOTHING,
        _("Better kept apart"),
        _(
            "This breaks no rule, but nobody has to put up with it: you can switch off the chat of a game, "
            "and block people on their page."
        ),
        frozenset({Offence.ABUSE, Offence.SPAM, Offence.OTHER}),
    ),
    "unclear": SetAnswer(
        Finding.UNCLEAR,
        _("It could not be made out"),
        _("We could not make out what happened. We keep your report, and look again if there is another one."),
    ),
    "unfair": SetAnswer(
        Finding.ABUSED,
        _("The report was unfair"),
        _("There is nothing to your report. Please report only what breaks the rules: a lost game does not."),
    ),
}


def answers_for(reason: str) -> list[tuple[str, SetAnswer]]:
    """The answers that fit reports of a reason, with their keys."""
    return [(key, answer) for key, answer in ANSWERS.items() if answer.fits(reason)]


def paragraphs_of(report: Report) -> list[str]:
    """The answer to a report in the reader's language: the set answer, then the moderator's own words."""
    known = ANSWERS.get(report.answer_key)
    return [text for text in (str(known.text) if known else "", report.answer) if text]


def audit_text(key: str, words: str) -> str:
    """The text of an answer for the audit: in English, with the moderator's own words."""
    with translation.override("en"):
        title = str(ANSWERS[key].title)
    return f"{title}: {words}" if words else title
