"""Fulfils requests for less mail, which the links at the foot of every mail send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.for_games import DIGEST, MAIL, Digest, OptionalOccasion
from games.models import Seat
from games.notify import outbox
from games.notify.mail.links import LessMail, LessMailRequest

if TYPE_CHECKING:
    from accounts.for_games import User

# The mails of each occasion, as the questions and confirmations name them.
KINDS = {
    OptionalOccasion.YOUR_TURN: lambda: _("E-mails that say it’s your turn"),
    OptionalOccasion.TIME_SHORT: lambda: _("E-mails that say your time is running out"),
    OptionalOccasion.CHALLENGE: lambda: _("E-mails about challenges to you"),
    OptionalOccasion.GAME_BEGINS: lambda: _("E-mails about accepted challenges"),
    OptionalOccasion.GAME_OVER: lambda: _("E-mails about finished games"),
    OptionalOccasion.CHAT: lambda: _("E-mails about chat messages"),
    OptionalOccasion.VACATION: lambda: _("E-mails about vacations"),
}


def is_valid(request: LessMailRequest) -> bool:
    """Whether there is such an occasion, channel or number of a game."""
    match request:
        case LessMailRequest(LessMail.OFF, about):
            return about in (*OptionalOccasion.values, DIGEST)
        case LessMailRequest(LessMail.GATHER, ""):
            return True
        case LessMailRequest(LessMail.MUTE, about):
            return about.isdecimal()
    return False


def question_of(request: LessMailRequest) -> tuple[str, str]:
    """The question on the page behind the link, and the label of its button."""
    match request:
        case LessMailRequest(LessMail.GATHER):
            return _("Get one e-mail a day with everything in it?"), _("Yes, one e-mail a day")
        case LessMailRequest(LessMail.MUTE, about):
            return _("Stop e-mails about game %(game)s?") % {"game": about}, _("Yes, stop them")
        case LessMailRequest(LessMail.OFF, about) if about == DIGEST:
            return _("Stop digest e-mails?"), _("Yes, stop these")
    mails = KINDS[OptionalOccasion(request.about)]()
    return _("%(mails)s: stop them?") % {"mails": mails}, _("Yes, stop these")


def confirmation_of(request: LessMailRequest) -> str:
    """The sentence that confirms a request."""
    match request:
        case LessMailRequest(LessMail.GATHER):
            return _("From now on you’ll get at most one e-mail a day, and only if there’s news.")
        case LessMailRequest(LessMail.MUTE, about):
            return _("You won’t get any more e-mails about game %(game)s.") % {"game": about}
        case LessMailRequest(LessMail.OFF, about) if about == DIGEST:
            return _("You won’t get any more digest e-mails.")
    return _("%(mails)s: turned off.") % {"mails": KINDS[OptionalOccasion(request.about)]()}


def fulfil(user_id: int, request: LessMailRequest) -> bool:
    """Fulfil a request; again does no harm. Returns whether the account exists."""
    with transaction.atomic():
        user = get_user_model().objects.select_for_update().filter(pk=user_id).first()
        if user is None:
            return False
        match request:
            case LessMailRequest(LessMail.MUTE, about):
                mute_game(user=user, game_id=int(about), is_muted=True)
            case LessMailRequest(LessMail.GATHER):
                user.digest = Digest.DAILY
                _replace(user, {MAIL: DIGEST}, OptionalOccasion.values)
            case LessMailRequest(LessMail.OFF, about) if about == DIGEST:
                _replace(user, {DIGEST: None}, OptionalOccasion.values)
            case LessMailRequest(LessMail.OFF, about):
                _replace(user, {MAIL: None}, [about])
    return True


def mute_game(*, user: User, game_id: int, is_muted: bool) -> None:
    Seat.objects.filter(user=user, game=game_id).update(is_muted=is_muted)


def _replace(user: User, channels: dict[str, str | None], events: list[str]) -> None:
    """Replace channels by others, or drop them, and check waiting deliveries anew."""
    for event in events:
        chosen = (channels.get(channel, channel) for channel in user.notifications.get(event, []))
        user.notifications[event] = list(dict.fromkeys(channel for channel in chosen if channel))
    user.save(update_fields=["notifications", "digest"])
    outbox.reconsider(user)
