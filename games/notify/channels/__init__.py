"""The channels to people. Another one is a module with the names of ``Channel``, and its name in NAMES."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from games.models import Delivery
from games.notify.policy import SendingPolicy
from games.notify.send_check import Postpone

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from accounts.for_games import User


class Outdated(Exception):
    """A notification became outdated while its mail was written."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """Deliveries that go to a person in one message."""

    user: User
    rows: Sequence[Delivery]
    message_id: str
    check: Callable[[], None]  # called right before the message leaves; raises Outdated


class Channel(Protocol):
    KEY: str
    TITLE: StrPromise | str  # as the head of its column in the preferences

    def reaches(self, user: User) -> bool:
        """Whether this person can be reached by this channel at all."""

    def postpone(self, user: User, row: Delivery, now: datetime, policy: SendingPolicy) -> Postpone | None:
        """Whether a delivery has to wait, by the times of this channel."""

    def bundles(self, rows: Sequence[Delivery], policy: SendingPolicy) -> list[list[Delivery]]:
        """The deliveries that are due, grouped into messages."""

    def send(self, bundle: Bundle) -> None:
        """Send a message. If this raises an error, the worker tries again later."""


NAMES: Final = ["mail", "digest", "site"]


def all() -> list[Channel]:
    return [get(name) for name in NAMES]


def get(key: str) -> Channel:
    """The channel of that key. Raises KeyError."""
    if key not in NAMES:
        raise KeyError(key)
    return cast(Channel, import_module(f"games.notify.channels.{key}"))
