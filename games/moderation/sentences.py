"""The refusals of the desk, in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.moderation import cases, refusals
from games.moderation.reports import ReportRefusal

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def report_refusal(why: ReportRefusal) -> str:
    return str(UNREPORTED[why])


def case_refusal(refused: cases.CaseRefused) -> str:
    return str(CASES[refused.code]) % refused.facts


def moderation_refusal(refused: refusals.ModerationRefused) -> str:
    """Why an act on a person, a message or an appeal was refused."""
    return str(PEOPLE[refused.code])


UNREPORTED: Mapping[ReportRefusal, StrPromise] = {
    ReportRefusal.GUEST: _(
        "Guests can report games that they play, and what is said in them. Sign up to report anything else."
    ),
    ReportRefusal.KNOWN: _("You have reported this already, and it is being looked at. We tell you what comes of it."),
    ReportRefusal.NOBODY: _("There is nobody to report here."),
    ReportRefusal.REASON: _("Please choose one of the reasons."),
    ReportRefusal.TOO_LONG: _("Please say it in 1000 characters at most."),
    ReportRefusal.TOO_MANY: _("You have reported as much as one person can for now. Please come back later."),
    ReportRefusal.UNSAID: _("Please say in your own words what it is about."),
    ReportRefusal.YOURSELF: _("This is about yourself."),
}

CASES: Mapping[str, StrPromise] = {
    "claimed": _("%(name)s has taken on this case."),
    "closed": _("This case is settled already."),
    "involved": _("You are involved in this case yourself, so somebody else has to look at it."),
    "like-one-open": _("There is another open case like this one: what comes now belongs there."),
    "no-such-answer": _("Please choose an answer."),
    "not-yours": _("You have not taken on this case."),
    "open": _("This case is open already."),
    "unreasoned": _("Please give a reason."),
}

PEOPLE: Mapping[str, StrPromise] = {
    "acted-on-meanwhile": _("Something was done about this person in the meantime, so nothing was done. Look again."),
    "appeal-closed": _("This appeal is closed: nothing more can be written here."),
    "closed-already": _("This account is closed already."),
    "ends-in-the-past": _("The end must lie in the future."),
    "ends-too-late": _("Nothing that has an end lasts longer than a year."),
    "guests-keep-their-name": _("A guest’s name was given by the site: there is nothing to take away."),
    "has-no-end": _("A measure of this kind has no end."),
    "involved": _(
        "You play with this person, or are involved in an open case about them: another moderator has to decide."
    ),
    "lifted-already": _("This has been lifted already."),
    "message-is-so-already": _("Somebody was faster: the message is so already."),
    "no-end": _("Say until when."),
    "no-reason": _("Give a reason: the person reads it."),
    "no-text": _("Write something first."),
    "not-a-moderator": _("This is for moderators, and not in games that they play in."),
    "over-already": _("This is over already."),
    "reason-too-long": _("A reason has 1000 characters at most."),
    "said-meanwhile": _("Something was said here in the meantime, so nothing was sent. Read it first."),
    "staff": _("Only a superuser acts on somebody of the staff."),
    "text-too-long": _("A message has 2000 characters at most."),
    "wait-for-an-answer": _("Your messages have arrived. Please wait until a moderator has answered."),
    "yourself": _("Nobody decides about themselves."),
}
