"""The outbox: notifications, stored in the transaction of the event that they are about. Nothing is sent from here."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.live import after_commit
from games.models import Delivery, Notification, Seat
from games.notify.reasons import DeliveryReason
from games.prepared import Prepared, PreparedUpdate

if TYPE_CHECKING:
    from accounts.for_games import User

Occasion, State = Notification.Occasion, Delivery.State
ON_THE_SITE = "site"  # a notification is on the site as soon as it is stored: this channel needs no worker
DIGEST = "digest"
BY_MAIL = ("mail", DIGEST)


def add(
    user: User, occasion: Notification.Occasion, key: str, *, besides: Collection[str] = (), **about: Any
) -> Notification:
    """Store a notification to a person, with a delivery for each channel that they chose.

    ``key`` names the event, so that nobody is notified of it twice. No delivery is made for the channels ``besides``:
    another notification tells of the same event there.
    """
    now = timezone.now()
    notification = Notification(user=user, occasion=occasion, key=key, at=now, **about)
    notification.read_at = now if _is_seen_already(notification) else None
    notification.save(force_insert=True)
    channels = [channel for channel in user.channels(occasion) if channel not in besides]
    rows = Delivery.objects.bulk_create(_delivery(notification, channel, now) for channel in channels)
    if any(row.state == State.WAITING for row in rows):
        after_commit.wake_worker()
    if ON_THE_SITE in channels:
        after_commit.announce_waiting([user.pk])
    return notification


def is_added(user: User, key: str) -> bool:
    return Notification.objects.filter(user=user, key=key).exists()


# Nobody has to tick off what they have seen: a look at the game or the chat does it, or an answer to the challenge.
# What became of a message of one's own is seen by neither: it was read when it was written.


def mark_game_seen(*, user_id: int, game_id: int, seq: int, now: datetime) -> None:
    """A player has looked at a game as it was after event ``seq``."""
    _see(user_id, game_id, seq, now)


def mark_chat_read(*, user_id: int, game_id: int, message_id: int, now: datetime) -> None:
    """A player has read the chat of a game up to this message."""
    heard = _unread(user=user_id, game=game_id, occasion=Occasion.CHAT, message__lte=message_id)
    heard.update(read_at=now)


def mark_answered(challenge_id: int) -> None:
    """A challenge is open no longer: nobody has to be told of it any more."""
    _unread(challenge=challenge_id).update(read_at=timezone.now())


def withhold_digests(user: User) -> None:
    """Withhold the digests of a person who is back on the site, where they see everything."""
    waiting = Delivery.objects.filter(notification__user=user, channel=DIGEST, state=State.WAITING, claim="")
    waiting.update(state=State.WITHHELD, reason=DeliveryReason.BACK, done_at=timezone.now())


def reconsider(user: User) -> None:
    """Check all waiting deliveries to a person anew, after they changed their preferences."""
    waiting = Delivery.objects.filter(notification__user=user, state=State.WAITING, tries=0, claim="")
    waiting.update(due_at=timezone.now(), reason="")
    after_commit.wake_worker()


def adopt(*, guest: User, user: User) -> None:
    """Give a member the notifications of the guest who they were."""
    Notification.objects.filter(user=guest, game__seats__user=user).exclude(
        key__in=Notification.objects.filter(user=user).values("key")
    ).update(user=user)


def forget(before: datetime, most: int = 500) -> int:
    """Delete old notifications, at most so many. Returns how many rows were deleted."""
    waiting = Delivery.objects.filter(notification=OuterRef("pk"), state=State.WAITING)
    old = Notification.objects.filter(~Exists(waiting), at__lt=before).order_by("at")
    count, _ = Notification.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:most])).delete()
    return count


def send_again(deliveries: Any) -> int:
    """Send deliveries that were given up once more. Returns how many there were."""
    dead = deliveries.filter(state=State.DEAD)
    count: int = dead.update(state=State.WAITING, due_at=timezone.now(), done_at=None, tries=0, reason="", claim="")
    after_commit.wake_worker()
    return count


def _unread(**about: Any) -> QuerySet[Notification]:
    return Notification.objects.filter(read_at=None, **about)


def _is_seen_already(notification: Notification) -> bool:
    """Whether the person looked at the game, or the chat, as it is since: such as before their time ran short."""
    if notification.game_id is None or (notification.message and notification.occasion != Occasion.CHAT):
        return False
    column, seen = ("chat_read", notification.message) if notification.message else ("seen", notification.seq)
    return bool(_has_seen(notification.user_id, notification.game_id, seen, column=column))


_see = PreparedUpdate(
    lambda user, game, seq, now: (_unread(user=user, game=game, message=0, seq__lte=seq), {"read_at": now})
)
_has_seen = Prepared(
    lambda user, game, seen, *, column: Seat.objects.filter(
        user=user, game=game, **{f"{column}__gte": seen}
    ).values_list("pk")
)


def _delivery(notification: Notification, channel: str, now: datetime) -> Delivery:
    if channel == ON_THE_SITE:
        return Delivery(notification=notification, channel=channel, state=State.SENT, due_at=now, done_at=now)
    return Delivery(notification=notification, channel=channel, due_at=now)
