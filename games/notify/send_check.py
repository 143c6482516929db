"""Checks a delivery again right before it is sent: is it still true, may it be sent, and is now the time?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import F, QuerySet

from accounts.for_games import is_address_proved
from games.models import Challenge, ChatMessage, Delivery, Game, Notification, Seat
from games.notify import looking, moderator_acts
from games.notify.outbox import BY_MAIL
from games.notify.reasons import DeliveryReason

if TYPE_CHECKING:
    from accounts.for_games import User

Occasion, State = Notification.Occasion, Delivery.State
HOUR: Final = timedelta(hours=1)

# On these occasions the reader has nothing to do: somebody who looks at the game needs no mail.
ONLY_NEWS: Final = {Occasion.GAME_BEGINS, Occasion.GAME_OVER, Occasion.VACATION}


@dataclass(frozen=True, slots=True)
class Withhold:
    """The delivery is never sent."""

    reason: DeliveryReason


@dataclass(frozen=True, slots=True)
class Postpone:
    """The delivery is checked again later."""

    until: datetime
    reason: DeliveryReason


def check(user: User, row: Delivery, now: datetime, patience: timedelta) -> Withhold | Postpone | None:
    """What speaks against this delivery, now or at all; None if nothing does."""
    occasion = Occasion(row.notification.occasion)
    if not user.is_active and occasion not in moderator_acts.WHATEVER_BECAME:
        return Withhold(DeliveryReason.GONE)
    if user.is_barred and occasion not in moderator_acts.WHATEVER_BECAME:
        return Withhold(DeliveryReason.BARRED)
    if row.channel not in user.channels(occasion):
        return Withhold(DeliveryReason.UNWANTED)
    if row.channel in BY_MAIL and (reason := _why_no_mail(user)):
        return Withhold(reason)
    if reason := why_outdated(row.notification, now):
        was_looking = row.reason == DeliveryReason.LOOKING and reason == DeliveryReason.PLAYED
        return Withhold(DeliveryReason.LOOKING if was_looking else reason)
    return None if occasion in moderator_acts.ALWAYS_TOLD else _why_not_about_this_game(user, row, now, patience)


def why_outdated(notification: Notification, now: datetime) -> DeliveryReason | None:
    """Why a notification is no longer true; None if it is. Asks the database for the present state."""
    match notification.occasion:
        case Occasion.YOUR_TURN:
            return None if _is_their_turn(notification) else DeliveryReason.PLAYED
        case Occasion.TIME_SHORT:
            return _why_time_is_not_short(notification, now)
        case Occasion.CHALLENGE:
            is_open = Challenge.objects.filter(told=notification, status=Challenge.Status.OPEN).exists()
            return None if is_open else DeliveryReason.ANSWERED
        case Occasion.GAME_BEGINS:
            return (
                None if _seats(notification).filter(game__status=Game.Status.RUNNING).exists() else DeliveryReason.OVER
            )
        case Occasion.CHAT:
            if ChatMessage.objects.filter(pk=notification.message, hidden_at__isnull=False).exists():
                return DeliveryReason.HIDDEN
            unread = _seats(notification).filter(has_chat=True, chat_read__lt=notification.message)
            return None if unread.exists() else DeliveryReason.READ
        case Occasion.VACATION:
            is_on = notification.until is None or notification.until > now
            running = _seats(notification).filter(game__status=Game.Status.RUNNING)
            return None if is_on and running.exists() else DeliveryReason.OVER
        case Occasion.SANCTION:
            return DeliveryReason.LIFTED if moderator_acts.is_lifted_already(notification) else None
        case _:
            return None


def next_mail_at(user: User, now: datetime, most: int) -> datetime | None:
    """When the next mail may go to a person who got the most that is allowed in an hour; None if they did not."""
    sent = Delivery.objects.filter(
        notification__user=user, channel__in=BY_MAIL, state=State.SENT, done_at__gt=now - HOUR
    )
    times = sent.order_by("message_id").values_list("message_id", "done_at")
    letters = sorted(done for done in dict(times).values() if done)
    return letters[-most] + HOUR if len(letters) >= most else None


def _why_no_mail(user: User) -> DeliveryReason | None:
    if user.mail_stopped_at:
        return DeliveryReason.BOUNCED
    try:
        validate_email(user.email)
    except ValidationError:
        return DeliveryReason.NO_ADDRESS
    return None if is_address_proved(user) else DeliveryReason.UNPROVED


def _why_not_about_this_game(
    user: User, row: Delivery, now: datetime, patience: timedelta
) -> Withhold | Postpone | None:
    game_id = row.notification.game_id
    if game_id is None:
        return None
    if _seats(row.notification).filter(is_muted=True).exists():
        return Withhold(DeliveryReason.MUTED)
    if looking.is_looking(user.pk, game_id):
        if row.notification.occasion in ONLY_NEWS:
            return Withhold(DeliveryReason.LOOKING)
        return Postpone(now + patience, DeliveryReason.LOOKING)
    return None


def _is_their_turn(notification: Notification) -> bool:
    """Whether the turn of the notification still lasts; a later turn has a notification of its own."""
    later = Notification.objects.filter(
        user=notification.user_id, game=notification.game_id, occasion=Occasion.YOUR_TURN, pk__gt=notification.pk
    )
    return _to_move(notification) is not None and not later.exists()


def _why_time_is_not_short(notification: Notification, now: datetime) -> DeliveryReason | None:
    game = _to_move(notification)
    if game is None or not _is_their_turn(notification):
        return DeliveryReason.PLAYED
    if game.deadline is None or (notification.until and game.deadline > notification.until):
        return DeliveryReason.TIME_GIVEN
    return DeliveryReason.TOO_LATE if game.deadline <= now else None


def _to_move(notification: Notification) -> Game | None:
    """The game, if it is this person's turn in it."""
    game = Game.objects.filter(told=notification, status=Game.Status.RUNNING).first()
    is_theirs = _seats(notification).filter(number=F("game__to_move")).exists()
    return game if is_theirs else None


def _seats(notification: Notification) -> QuerySet[Seat]:
    return Seat.objects.filter(game=notification.game_id, user=notification.user_id)
