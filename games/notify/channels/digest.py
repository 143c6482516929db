"""One mail with all notifications: every day at the reader's hour, or once until the reader has been back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clocks.clock import zone_named
from games.models import Delivery
from games.notify import local_hours
from games.notify.mail import letters, post
from games.notify.policy import SendingPolicy
from games.notify.reasons import DeliveryReason
from games.notify.send_check import Postpone

if TYPE_CHECKING:
    from accounts.for_games import User
    from games.notify.channels import Bundle

KEY: Final = "digest"
TITLE: Final = _("In a digest")
UNTIL_BACK: Final = "until-back"
A_DAY: Final = timedelta(days=1)


def reaches(user: User) -> bool:
    return bool(user.email)


def postpone(user: User, row: Delivery, now: datetime, policy: SendingPolicy) -> Postpone | None:
    if row.message_id:
        return None  # it was on its way already
    if user.digest == UNTIL_BACK:
        return _until_back(user, row, now, policy)
    hour = local_hours.next_time(user.digest_hour, zone_named(user.time_zone), row.notification.at)
    return Postpone(hour, DeliveryReason.DIGEST) if hour > now else None


def bundles(rows: Sequence[Delivery], policy: SendingPolicy) -> list[list[Delivery]]:
    return [list(rows)] if rows else []


def send(bundle: Bundle) -> None:
    notifications = [row.notification for row in bundle.rows]
    post.send(letters.about_many(bundle.user, notifications, is_digest=True), bundle)
    if bundle.user.digest == UNTIL_BACK:
        get_user_model().objects.filter(pk=bundle.user.pk).update(told_at=timezone.now())


def _until_back(user: User, row: Delivery, now: datetime, policy: SendingPolicy) -> Postpone | None:
    if user.told_at is not None:
        return Postpone(now + A_DAY, DeliveryReason.ONE_MAIL)  # coming back ends that: see outbox.withhold_digests
    if quiet := local_hours.end_of_quiet(user, now):
        return Postpone(quiet, DeliveryReason.QUIET)
    gathered = row.notification.at + policy.until_back
    return Postpone(gathered, DeliveryReason.GATHERS) if gathered > now else None
