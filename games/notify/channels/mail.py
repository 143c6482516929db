"""A mail at once; several in one, when they are due together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.models import Delivery, Notification
from games.notify import deciding, hours
from games.notify.deciding import Later
from games.notify.mail import letters, post
from games.notify.pace import Pace

if TYPE_CHECKING:
    from accounts.for_games import User
    from games.notify.channels import Parcel

KEY: Final = "mail"
TITLE: Final = _("A mail at once")


def reaches(user: User) -> bool:
    return bool(user.email)


def later(user: User, row: Delivery, now: datetime, pace: Pace) -> Later | None:
    if quiet := hours.end_of_quiet(user, now):
        return Later(quiet, "quiet")
    if (again := deciding.is_enough(user, now, pace.most_an_hour)) and again > now:
        return Later(again, "capped")
    told = row.notification
    if told.occasion == Notification.Occasion.CHAT and told.at + pace.chat > now:
        return Later(told.at + pace.chat, "gathers")
    return None


def parcels(rows: Sequence[Delivery], pace: Pace) -> list[list[Delivery]]:
    """Who slept, or was away from the net, finds one mail in the morning and not ten."""
    is_started = any(row.message_id for row in rows)  # what was tried together stays together
    return [list(rows)] if is_started or len(rows) >= pace.gathered else [[row] for row in rows]


def send(parcel: Parcel) -> None:
    if len(parcel.rows) == 1:
        letter = letters.about_one(parcel.user, parcel.rows[0].notification)
    else:
        letter = letters.about_many(parcel.user, [row.notification for row in parcel.rows])
    post.send(letter, parcel)
