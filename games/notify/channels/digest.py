"""One mail that gathers what happened: every day at an hour, or once until the reader has been back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clocks.clock import zone_named
from games.models import Delivery
from games.notify import hours
from games.notify.deciding import Later
from games.notify.mail import letters, post
from games.notify.pace import Pace

if TYPE_CHECKING:
    from accounts.for_games import User
    from games.notify.channels import Parcel

KEY: Final = "digest"
TITLE: Final = _("In a mail that gathers")
UNTIL_BACK: Final = "until-back"
A_DAY: Final = timedelta(days=1)


def reaches(user: User) -> bool:
    return bool(user.email)


def later(user: User, row: Delivery, now: datetime, pace: Pace) -> Later | None:
    if row.message_id:
        return None  # it was on its way already
    if user.digest == UNTIL_BACK:
        return _until_back(user, row, now, pace)
    hour = hours.next_time(user.digest_hour, zone_named(user.time_zone), row.notification.at)
    return Later(hour, "digest") if hour > now else None


def parcels(rows: Sequence[Delivery], pace: Pace) -> list[list[Delivery]]:
    return [list(rows)] if rows else []


def send(parcel: Parcel) -> None:
    notifications = [row.notification for row in parcel.rows]
    post.send(letters.about_many(parcel.user, notifications, is_digest=True), parcel)
    if parcel.user.digest == UNTIL_BACK:
        get_user_model().objects.filter(pk=parcel.user.pk).update(told_at=timezone.now())


def _until_back(user: User, row: Delivery, now: datetime, pace: Pace) -> Later | None:
    if user.told_at is not None:
        return Later(now + A_DAY, "one-mail")  # coming back ends that: see outbox.came_back
    if quiet := hours.end_of_quiet(user, now):
        return Later(quiet, "quiet")
    gathered = row.notification.at + pace.until_back
    return Later(gathered, "gathers") if gathered > now else None
