"""What the desk says in codes, in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.moderation.cases import Refused
from games.moderation.reports import Why

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def unreported(why: Why) -> str:
    return str(UNREPORTED[why])


def refused(refusal: Refused) -> str:
    """Why a case was not taken on, handed back or settled."""
    return str(CASES[refusal.code]) % refusal.facts


UNREPORTED: Mapping[Why, StrPromise] = {
    Why.GUEST: _("Guests can report games that they play, and what is said in them. Sign up to report anything else."),
    Why.KNOWN: _("You have reported this already, and it is being looked at. We tell you what comes of it."),
    Why.NOBODY: _("There is nobody to report here."),
    Why.REASON: _("Please choose one of the reasons."),
    Why.TOO_LONG: _("Please say it in 1000 characters at most."),
    Why.TOO_MANY: _("You have reported as much as one person can for now. Please come back later."),
    Why.UNSAID: _("Please say in your own words what it is about."),
    Why.YOURSELF: _("This is about yourself."),
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
