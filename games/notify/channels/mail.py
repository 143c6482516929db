"""A mail at once; several deliveries that are due together become one mail."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.models import Delivery, Notification
from games.notify import local_hours, send_check
from games.notify.mail import letters, post
from games.notify.policy import SendingPolicy
from games.notify.reasons import DeliveryReason
from games.notify.send_check import Postpone

if TYPE_CHECKING:
    from accounts.for_games import User
    from games.notify.channels import Bundle

KEY: Final = "mail"
TITLE: Final = _("Instant e-mail")


def reaches(user: User) -> bool:
    return bool(user.email)


def postpone(user: User, row: Delivery, now: datetime, policy: SendingPolicy) -> Postpone | None:
    if quiet := local_hours.end_of_quiet(user, now):
        return Postpone(quiet, DeliveryReason.QUIET)
    if (again := send_check.next_mail_at(user, now, policy.most_an_hour)) and again > now:
        return Postpone(again, DeliveryReason.CAPPED)
    told = row.notification
    if told.occasion == Notification.Occasion.CHAT and told.at + policy.chat > now:
        return Postpone(told.at + policy.chat, DeliveryReason.GATHERS)
    return None


def bundles(rows: Sequence[Delivery], policy: SendingPolicy) -> list[list[Delivery]]:
    """After quiet hours, or when the worker was away, the reader gets one mail and not ten."""
    is_started = any(row.message_id for row in rows)  # what was tried together stays together
    return [list(rows)] if is_started or len(rows) >= policy.gathered else [[row] for row in rows]


def send(bundle: Bundle) -> None:
    if len(bundle.rows) == 1:
        letter = letters.about_one(bundle.user, bundle.rows[0].notification)
    else:
        letter = letters.about_many(bundle.user, [row.notification for row in bundle.rows])
    post.send(letter, bundle)
