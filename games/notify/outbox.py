"""The outbox: rows written in the transaction of what they tell of. Nothing is sent from here."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from games.live import after_commit
from games.models import Delivery, Notification

if TYPE_CHECKING:
    from accounts.for_games import User

Occasion, State = Notification.Occasion, Delivery.State
ON_THE_SITE = "site"  # what is written is there to be read: this channel needs no worker
BY_DIGEST = "digest"


def tell(
    user: User, occasion: Notification.Occasion, key: str, *, besides: Collection[str] = (), **about: Any
) -> Notification:
    """Note that somebody is to be told of something, by each of the ways that they chose.

    ``key`` names what happened, so that nobody is told of it twice; ``besides`` are channels by which they hear of it
    in another notification.
    """
    now = timezone.now()
    notification = Notification.objects.create(user=user, occasion=occasion, key=key, at=now, **about)
    channels = [channel for channel in user.channels(occasion) if channel not in besides]
    rows = Delivery.objects.bulk_create(_delivery(notification, channel, now) for channel in channels)
    if any(row.state == State.WAITING for row in rows):
        after_commit.wake_worker()
    return notification


def is_told(user: User, key: str) -> bool:
    return Notification.objects.filter(user=user, key=key).exists()


def came_back(user: User) -> None:
    """Somebody who gets one mail until they come back is here: what waited for that, they see on the site."""
    waiting = Delivery.objects.filter(notification__user=user, channel=BY_DIGEST, state=State.WAITING, claim="")
    waiting.update(state=State.WITHHELD, reason="back", done_at=timezone.now())


def think_again(user: User) -> None:
    """Somebody chose other times or ways: what waits for them is decided anew, but for what is being sent."""
    waiting = Delivery.objects.filter(notification__user=user, state=State.WAITING, tries=0, claim="")
    waiting.update(due_at=timezone.now(), reason="")
    after_commit.wake_worker()


def adopt(*, guest: User, user: User) -> None:
    """What a guest was told, of games that are now somebody else's."""
    Notification.objects.filter(user=guest, game__seats__user=user).exclude(
        key__in=Notification.objects.filter(user=user).values("key")
    ).update(user=user)


def forget(before: datetime, most: int = 500) -> int:
    """Drop what was told long ago."""
    old = Notification.objects.filter(at__lt=before).exclude(deliveries__state=State.WAITING)
    count, _ = Notification.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:most])).delete()
    return count


def send_again(deliveries: Any) -> int:
    """Give dead letters another life. How many there were."""
    dead = deliveries.filter(state=State.DEAD)
    count: int = dead.update(state=State.WAITING, due_at=timezone.now(), done_at=None, tries=0, reason="", claim="")
    after_commit.wake_worker()
    return count


def _delivery(notification: Notification, channel: str, now: datetime) -> Delivery:
    if channel == ON_THE_SITE:
        return Delivery(notification=notification, channel=channel, state=State.SENT, due_at=now, done_at=now)
    return Delivery(notification=notification, channel=channel, due_at=now)
