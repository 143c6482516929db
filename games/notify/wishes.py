"""Less mail: what the links at the foot of every mail ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.for_games import DIGEST, MAIL, Digest, OptionalOccasion
from games.models import Seat
from games.notify import outbox
from games.notify.mail.links import Wish

if TYPE_CHECKING:
    from accounts.for_games import User

# What a mail of each kind is called, in "You get … no more".
KINDS = {
    OptionalOccasion.YOUR_TURN: lambda: _("Mails that it is your turn"),
    OptionalOccasion.TIME_SHORT: lambda: _("Mails that your time is running short"),
    OptionalOccasion.CHALLENGE: lambda: _("Mails about challenges to you"),
    OptionalOccasion.GAME_BEGINS: lambda: _("Mails that somebody accepts your challenge"),
    OptionalOccasion.GAME_OVER: lambda: _("Mails that a game is over"),
    OptionalOccasion.CHAT: lambda: _("Mails about the chat"),
    OptionalOccasion.VACATION: lambda: _("Mails about vacations"),
}


def is_known(wish: Wish) -> bool:
    match wish:
        case Wish("off", about):
            return about in (*OptionalOccasion.values, DIGEST)
        case Wish("gather", ""):
            return True
        case Wish("mute", about):
            return about.isdecimal()
    return False


def question(wish: Wish) -> tuple[str, str]:
    """What is asked on the page behind the link, and what its button says."""
    match wish:
        case Wish("gather"):
            return _("One mail a day, with everything in it?"), _("Yes, one mail a day")
        case Wish("mute", about):
            return _("No more mails about game %(game)s?") % {"game": about}, _("Yes, no more mails about it")
        case Wish("off", about) if about == DIGEST:
            return _("No more mails that gather what happened?"), _("Yes, no more of them")
    mails = KINDS[OptionalOccasion(wish.about)]()
    return _("%(mails)s: no more of them?") % {"mails": mails}, _("Yes, no more of them")


def answer(wish: Wish) -> str:
    """What is said once it is done."""
    match wish:
        case Wish("gather"):
            return _("From now on you get one mail a day at most, if there is something to tell.")
        case Wish("mute", about):
            return _("There will be no more mails about game %(game)s.") % {"game": about}
        case Wish("off", about) if about == DIGEST:
            return _("There will be no more mails that gather what happened.")
    return _("%(mails)s: there will be no more of them.") % {"mails": KINDS[OptionalOccasion(wish.about)]()}


def grant(user_id: int, wish: Wish) -> bool:
    """Do it; as often as it is asked for. Whether there is anybody of that number."""
    with transaction.atomic():
        user = get_user_model().objects.select_for_update().filter(pk=user_id).first()
        if user is None:
            return False
        match wish:
            case Wish("mute", about):
                mute(user=user, game_id=int(about), is_muted=True)
            case Wish("gather"):
                user.digest = Digest.DAILY
                _replace(user, {MAIL: DIGEST}, OptionalOccasion.values)
            case Wish("off", about) if about == DIGEST:
                _replace(user, {DIGEST: None}, OptionalOccasion.values)
            case Wish("off", about):
                _replace(user, {MAIL: None}, [about])
    return True


def mute(*, user: User, game_id: int, is_muted: bool) -> None:
    Seat.objects.filter(user=user, game=game_id).update(is_muted=is_muted)


def _replace(user: User, channels: dict[str, str | None], events: list[str]) -> None:
    """Exchange channels for others, or drop them; what waits is decided anew."""
    for event in events:
        chosen = (channels.get(channel, channel) for channel in user.notifications.get(event, []))
        user.notifications[event] = list(dict.fromkeys(channel for channel in chosen if channel))
    user.save(update_fields=["notifications", "digest"])
    outbox.think_again(user)
