"""Decided again when it is to be sent: is it still so, may it be sent, and is now the time?"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import F, QuerySet

from accounts.for_games import is_address_proved
from games.models import Challenge, ChatMessage, Delivery, Game, Notification, Seat
from games.notify import presence, rulings

if TYPE_CHECKING:
    from accounts.for_games import User

Occasion, State = Notification.Occasion, Delivery.State
HOUR: Final = timedelta(hours=1)
BY_MAIL: Final = ("mail", "digest")

# Of these there is nothing to be done: who has seen them needs no mail any more.
ONLY_NEWS: Final = {Occasion.GAME_BEGINS, Occasion.GAME_OVER, Occasion.VACATION}


@dataclass(frozen=True, slots=True)
class Never:
    """It is not sent; the reasons are put into words in ledger.py."""

    reason: str


@dataclass(frozen=True, slots=True)
class Later:
    until: datetime
    reason: str


def why_not(user: User, row: Delivery, now: datetime, patience: timedelta) -> Never | Later | None:
    """Whether there is anything against telling this person of that by this channel, now or at all."""
    occasion = Occasion(row.notification.occasion)
    if not user.is_active and occasion not in rulings.WHATEVER_BECAME:
        return Never("gone")
    if user.is_barred and occasion not in rulings.WHATEVER_BECAME:
        return Never("barred")
    if row.channel not in user.channels(occasion):
        return Never("unwanted")
    if row.channel in BY_MAIL and (reason := _why_no_mail(user)):
        return Never(reason)
    if reason := why_past(row.notification, now):
        was_looking = row.reason == "looking" and reason == "played"
        return Never("looking" if was_looking else reason)
    return None if occasion in rulings.ALWAYS_TOLD else _why_not_about_this_game(user, row, now, patience)


def why_past(notification: Notification, now: datetime) -> str:
    """Why it need not be told any more; nothing if it is still so. Asks the database for how it is now."""
    match notification.occasion:
        case Occasion.YOUR_TURN:
            return "" if _is_their_turn(notification) else "played"
        case Occasion.TIME_SHORT:
            return _why_time_is_not_short(notification, now)
        case Occasion.CHALLENGE:
            is_open = Challenge.objects.filter(told=notification, status=Challenge.Status.OPEN).exists()
            return "" if is_open else "answered"
        case Occasion.GAME_BEGINS:
            return "" if _seats(notification).filter(game__status=Game.Status.RUNNING).exists() else "over"
        case Occasion.CHAT:
            if ChatMessage.objects.filter(pk=notification.message, hidden_at__isnull=False).exists():
                return "hidden"
            unread = _seats(notification).filter(has_chat=True, chat_read__lt=notification.message)
            return "" if unread.exists() else "read"
        case Occasion.VACATION:
            is_on = notification.until is None or notification.until > now
            running = _seats(notification).filter(game__status=Game.Status.RUNNING)
            return "" if is_on and running.exists() else "over"
        case Occasion.SANCTION:
            return "lifted" if rulings.is_past(notification) else ""
        case _:
            return ""


def is_enough(user: User, now: datetime, most: int) -> datetime | None:
    """When the next mail may go to somebody who got as many within an hour as one person may."""
    sent = Delivery.objects.filter(
        notification__user=user, channel__in=BY_MAIL, state=State.SENT, done_at__gt=now - HOUR
    )
    times = sent.order_by("message_id").values_list("message_id", "done_at")
    letters = sorted(done for done in dict(times).values() if done)
    return letters[-most] + HOUR if len(letters) >= most else None


def _why_no_mail(user: User) -> str:
    if user.mail_stopped_at:
        return "bounced"
    try:
        validate_email(user.email)
    except ValidationError:
        return "no-address"
    return "" if is_address_proved(user) else "unproved"


def _why_not_about_this_game(user: User, row: Delivery, now: datetime, patience: timedelta) -> Never | Later | None:
    game_id = row.notification.game_id
    if game_id is None:
        return None
    if _seats(row.notification).filter(is_muted=True).exists():
        return Never("muted")
    if presence.is_looking(user.pk, game_id):
        return Never("looking") if row.notification.occasion in ONLY_NEWS else Later(now + patience, "looking")
    return None


def _is_their_turn(notification: Notification) -> bool:
    """And the same turn still: a later one has a notification of its own."""
    later = Notification.objects.filter(
        user=notification.user_id, game=notification.game_id, occasion=Occasion.YOUR_TURN, pk__gt=notification.pk
    )
    return _to_move(notification) is not None and not later.exists()


def _why_time_is_not_short(notification: Notification, now: datetime) -> str:
    game = _to_move(notification)
    if game is None or not _is_their_turn(notification):
        return "played"
    if game.deadline is None or (notification.until and game.deadline > notification.until):
        return "time-given"
    return "too-late" if game.deadline <= now else ""


def _to_move(notification: Notification) -> Game | None:
    """The game, if it is this person's turn in it."""
    game = Game.objects.filter(told=notification, status=Game.Status.RUNNING).first()
    is_theirs = _seats(notification).filter(number=F("game__to_move")).exists()
    return game if is_theirs else None


def _seats(notification: Notification) -> QuerySet[Seat]:
    return Seat.objects.filter(game=notification.game_id, user=notification.user_id)
