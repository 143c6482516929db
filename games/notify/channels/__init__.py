"""The ways to a person. Another one is a module with the names of ``Channel`` and its place in ``all()``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from games.models import Delivery
from games.notify.deciding import Later
from games.notify.pace import Pace

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from accounts.for_games import User


class Past(Exception):
    """While it was made ready, what it tells of has come to an end."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """What goes to a person as one: one notification, or several together."""

    user: User
    rows: Sequence[Delivery]
    message_id: str
    check: Callable[[], None]  # to be called at the last moment, once the way is open; raises Past


class Channel(Protocol):
    KEY: str
    TITLE: StrPromise | str  # as the head of its column in the preferences

    def reaches(self, user: User) -> bool:
        """Whether it is a way to this person at all."""

    def later(self, user: User, row: Delivery, now: datetime, pace: Pace) -> Later | None:
        """Whether it is to wait, because this channel has its times."""

    def parcels(self, rows: Sequence[Delivery], pace: Pace) -> list[list[Delivery]]:
        """What is due, put together as it is sent."""

    def send(self, parcel: Parcel) -> None:
        """Raises whatever went wrong: it is tried again later."""


NAMES: Final = ["mail", "digest", "site"]


def all() -> list[Channel]:
    return [get(name) for name in NAMES]


def get(key: str) -> Channel:
    """The channel of that key. Raises KeyError."""
    if key not in NAMES:
        raise KeyError(key)
    return cast(Channel, import_module(f"games.notify.channels.{key}"))
