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
    OptionalOccasion.YOUR_TURN: lambda: _("Mails that it is your turn"),
    OptionalOccasion.TIME_SHORT: lambda: _("Mails that your time is running short"),
    OptionalOccasion.CHALLENGE: lambda: _("Mails about challenges to you"),
    OptionalOccasion.GAME_BEGINS: lambda: _("Mails that somebody accepts your challenge"),
    OptionalOccasion.GAME_OVER: lambda: _("Mails that a game is over"),
    OptionalOccasion.CHAT: lambda: _("Mails about the chat"),
    OptionalOccasion.VACATION: lambda: _("Mails about vacations"),
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
            return _("One mail a day, with everything in it?"), _("Yes, one mail a day")
        case LessMailRequest(LessMail.MUTE, about):
            return _("No more mails about game %(game)s?") % {"game": about}, _("Yes, no more mails about it")
        case LessMailRequest(LessMail.OFF, about) if about == DIGEST:
            return _("No more mails that gather what happened?"), _("Yes, no more of them")
    mails = KINDS[OptionalOccasion(request.about)]()
    return _("%(mails)s: no more of them?") % {"mails": mails}, _("Yes, no more of them")


def confirmation_of(request: LessMailRequest) -> str:
    """The sentence that confirms a request."""
    match request:
        case LessMailRequest(LessMail.GATHER):
            return _("From now on you get one mail a day at most, if there is something to tell.")
        case LessMailRequest(LessMail.MUTE, about):
            return _("There will be no more mails about game %(game)s.") % {"game": about}
        case LessMailRequest(LessMail.OFF, about) if about == DIGEST:
            return _("There will be no more mails that gather what happened.")
    return _("%(mails)s: there will be no more of them.") % {"mails": KINDS[OptionalOccasion(request.about)]()}


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
