"""The list on the site. What is in the outbox is in the list: there is nothing to be sent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from games.models import Delivery
from games.notify.deciding import Later
from games.notify.pace import Pace

if TYPE_CHECKING:
    from accounts.for_games import User
    from games.notify.channels import Parcel

KEY: Final = "site"
TITLE: Final = _("On the site")


def reaches(user: User) -> bool:
    return True


def later(user: User, row: Delivery, now: datetime, pace: Pace) -> Later | None:
    return None


def parcels(rows: Sequence[Delivery], pace: Pace) -> list[list[Delivery]]:
    return [[row] for row in rows]


def send(parcel: Parcel) -> None:
    parcel.check()
