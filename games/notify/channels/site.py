"""The list on the site. It shows the outbox, so there is nothing to send."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.models import Delivery
from games.notify.policy import SendingPolicy
from games.notify.send_check import Postpone

if TYPE_CHECKING:
    from accounts.for_games import User
    from games.notify.channels import Bundle

KEY: Final = "site"
TITLE: Final = _("On the site")


def reaches(user: User) -> bool:
    return True


def postpone(user: User, row: Delivery, now: datetime, policy: SendingPolicy) -> Postpone | None:
    return None


def bundles(rows: Sequence[Delivery], policy: SendingPolicy) -> list[list[Delivery]]:
    return [[row] for row in rows]


def send(bundle: Bundle) -> None:
    bundle.check()
