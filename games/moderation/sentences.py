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
    ReportRefusal.GUEST: _("Guests can report their own games and the chat in them. Sign up to report anything else."),
    ReportRefusal.KNOWN: _("You’ve already reported this, and we’re looking at it. We’ll let you know."),
    ReportRefusal.NOBODY: _("There’s no one to report here."),
    ReportRefusal.REASON: _("Choose a reason."),
    ReportRefusal.TOO_LONG: _("Use at most 1000 characters."),
    ReportRefusal.TOO_MANY: _("You’ve reached the limit of reports for now. Try again later."),
    ReportRefusal.UNSAID: _("Say what it’s about in your own words."),
    ReportRefusal.YOURSELF: _("This is about you."),
}

CASES: Mapping[str, StrPromise] = {
    "claimed": _("%(name)s has taken this case."),
    "closed": _("This case is already settled."),
    "involved": _("You’re involved in this case, so someone else must handle it."),
    "like-one-open": _("There’s another open case like this one. Continue there."),
    "no-such-answer": _("Choose an answer."),
    "not-anything": _("This answer says that you’ve taken action, and nothing has been done yet. Act first."),
    "not-game": _("This answer says that you’ve acted in the game, and you haven’t. Act in the game first."),
    "not-hidden": _("This answer says that the message is hidden, and it isn’t. Hide it first."),
    "not-renamed": _("This answer says that the name was taken away, and it wasn’t. Take it away first."),
    "not-sanctioned": _("This answer says that its author has heard from you, and they haven’t. Warn them first."),
    "not-warned": _("This answer says that they were warned, and they weren’t. Warn them first."),
    "not-yours": _("You haven’t taken this case."),
    "nothing-chosen": _("Choose what to do first."),
    "open": _("This case is already open."),
    "unreasoned": _("Give a reason."),
}

PEOPLE: Mapping[str, StrPromise] = {
    "acted-on-meanwhile": _(
        "Someone has acted on this person since you opened the page, so nothing was done. Check again."
    ),
    "appeal-closed": _("This appeal is closed: no more messages."),
    "closed-already": _("This account is already closed."),
    "ends-in-the-past": _("The end must be in the future."),
    "ends-too-late": _("A temporary sanction can’t last longer than a year."),
    "guests-keep-their-name": _("Guests’ names come from the site, so there’s nothing to take away."),
    "has-no-end": _("This kind of sanction has no end date."),
    "involved": _(
        "You’re playing this person, or are involved in an open case about them. Another moderator must decide."
    ),
    "lifted-already": _("This has already been lifted."),
    "message-is-so-already": _("Someone was faster: this has already been done."),
    "no-end": _("Choose an end date."),
    "no-reason": _("Give a reason. The person will read it."),
    "no-text": _("Write something first."),
    "not-your-note": _("Only its author or an administrator can remove a note."),
    "not-a-moderator": _("Only moderators can do this, and not in their own games."),
    "over-already": _("This is already over."),
    "reason-too-long": _("A reason can have at most 1000 characters."),
    "said-meanwhile": _("There’s a new message here, so nothing was sent. Read it first."),
    "staff": _("Only a superuser can act on staff."),
    "text-too-long": _("A message can have at most 2000 characters."),
    "too-many-notes": _("There are too many notes on this person. Remove some first."),
    "wait-for-an-answer": _("We’ve got your messages. Please wait for a moderator’s answer."),
    "yourself": _("You can’t decide your own case."),
}
