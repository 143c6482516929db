"""Set answers to reports. The database stores their keys, so that each reporter reads them in their own language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from games.models import Case, Report

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Finding, Offence = Case.Finding, Report.Offence


class Deed(StrEnum):
    """Something that an answer says was done; deeds.py knows whether it was."""

    ANYTHING = "anything"
    GAME = "game"
    HIDDEN = "hidden"
    RENAMED = "renamed"
    SANCTIONED = "sanctioned"
    WARNED = "warned"


@dataclass(frozen=True, slots=True)
class SetAnswer:
    """A sentence for reporters, and the finding that it stands for."""

    outcome: Case.Finding
    title: StrPromise | str  # for the moderator who chooses
    text: StrPromise | str  # for the reporter
    reasons: frozenset[str] = frozenset()  # of reports that it answers; empty: of all
    claims: frozenset[Deed] = frozenset()  # what it says was done; without that it is refused

    def fits(self, reason: str) -> bool:
        return not self.reasons or reason in self.reasons


ANSWERS: Mapping[str, SetAnswer] = {
    "acted": SetAnswer(
        Finding.ACTED,
        _("Action taken"),
        _("Thank you. You were right, and we’ve taken action."),
        claims=frozenset({Deed.ANYTHING}),
    ),
    "hidden": SetAnswer(
        Finding.ACTED,
        _("Message hidden"),
        _("Thank you. That has no place here: we’ve hidden the message."),
        frozenset({Offence.ABUSE, Offence.SPAM, Offence.WORDS, Offence.OTHER}),
        frozenset({Deed.HIDDEN}),
    ),
    "hidden-warned": SetAnswer(
        Finding.ACTED,
        _("Hidden, and author sanctioned"),
        _("Thank you. That has no place here: we’ve hidden the message, and told its author why."),
        frozenset({Offence.ABUSE, Offence.SPAM, Offence.WORDS, Offence.OTHER}),
        frozenset({Deed.HIDDEN, Deed.SANCTIONED}),
    ),
    "warned": SetAnswer(
        Finding.ACTED,
        _("Warned"),
        _("Thank you. You were right: we’ve warned them."),
        claims=frozenset({Deed.WARNED}),
    ),
    "renamed": SetAnswer(
        Finding.ACTED,
        _("Name taken away"),
        _("Thank you. We’ve taken that name away, and they must choose another."),
        frozenset({Offence.NAME, Offence.WORDS}),
        frozenset({Deed.RENAMED}),
    ),
    "game": SetAnswer(
        Finding.ACTED,
        _("Game decided"),
        _("Thank you. We’ve acted in that game: its page says what we did, and why."),
        frozenset({Offence.STALLING, Offence.CHEATING, Offence.TWO_ACCOUNTS, Offence.RATING, Offence.OTHER}),
        frozenset({Deed.GAME}),
    ),
    "nothing": SetAnswer(
        Finding.NOTHING,
        _("No rule broken"),
        _("We’ve looked at it carefully and found no rule broken. Thank you for telling us."),
    ),
    "clock": SetAnswer(
        Finding.NOTHING,
        _("The clock allows it"),
        _(
            "Everyone may use their time, even all of it. Once it runs out, you can end the game. Next time, "
            "choose a shorter clock."
        ),
        frozenset({Offence.STALLING}),
    ),
    "fair": SetAnswer(
        Finding.NOTHING,
        _("No sign of help"),
        _("We went through the moves and found no sign of help from a person or program."),
        frozenset({Offence.CHEATING, Offence.TWO_ACCOUNTS}),
    ),
    "block": SetAnswer(
        Finding.NOTHING,
        _("Not getting along"),
        _(
            "This breaks no rule, but you don’t have to put up with it: you can turn off the chat in a game, "
            "and block people on their profile."
        ),
        frozenset({Offence.ABUSE, Offence.SPAM, Offence.OTHER}),
    ),
    "unclear": SetAnswer(
        Finding.UNCLEAR,
        _("Couldn’t tell"),
        _("We couldn’t tell what happened. We’ll keep your report, and look again if there’s another one."),
    ),
    "unfair": SetAnswer(
        Finding.ABUSED,
        _("Unfounded report"),
        _(
            "We found nothing to support your report. Please report only what breaks the rules: losing a "
            "game doesn’t count."
        ),
    ),
}


def answers_for(reason: str) -> list[tuple[str, SetAnswer]]:
    """The answers that fit reports of a reason, with their keys."""
    return [(key, answer) for key, answer in ANSWERS.items() if answer.fits(reason)]


def audit_text(key: str, words: str) -> str:
    """The text of an answer for the audit: in English, with the moderator's own words."""
    with translation.override("en"):
        title = str(ANSWERS[key].title)
    return f"{title}: {words}" if words else title
