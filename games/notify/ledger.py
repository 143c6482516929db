"""The result of every delivery, in words: when it was sent and by which channel, or why not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import kinds
from games.kind_pages import story
from games.models import Delivery, Game, Notification, RatingCorrection, Seat
from games.notify import channels, moderator_acts
from games.notify.moderator_acts import Acts
from games.notify.reasons import DeliveryReason
from games.words import names

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from accounts.for_games import User

Occasion, State = Notification.Occasion, Delivery.State


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """The result of the delivery by one channel."""

    channel: str
    state: str
    sentence: str
    at: datetime | None


Corrections = Mapping[str, RatingCorrection]


@dataclass(frozen=True, slots=True)
class Entry:
    notification: Notification
    sentence: str
    href: str
    is_unread: bool
    ways: list[DeliveryResult]


def entries(user: User, notifications: Sequence[Notification]) -> list[Entry]:
    """The entries for rows of queries.notifications, which have loaded everything but acts of moderators."""
    acts = moderator_acts.acts_of(notifications)
    corrections = _corrections_of(notifications)
    return [_entry(user, notification, acts, corrections) for notification in notifications]


def _entry(user: User, notification: Notification, acts: Acts, corrections: Corrections) -> Entry:
    ways = [_result(row) for row in notification.deliveries.all()]
    is_unread = notification.read_at is None
    if notification.occasion == Occasion.RATING:
        correction = corrections.get(notification.key)
        return Entry(notification, _about_rating(correction), _href_of_rating(user, correction), is_unread, ways)
    return Entry(notification, _sentence(user, notification, acts), _href(notification), is_unread, ways)


def _sentence(user: User, notification: Notification, acts: Acts) -> str:
    if notification.challenge is not None:
        facts = {"name": notification.challenge.creator.username, "kind": kinds.title_of(notification.challenge.kind)}
        return _("%(name)s challenges you to %(kind)s.") % facts
    if notification.report is not None:
        facts = {"reason": str(notification.report.get_reason_display())}
        return _("Your report was answered (%(reason)s).") % facts
    if notification.sanction is not None:
        return _about_sanction(notification)
    game = notification.game
    assert game
    if notification.occasion == Occasion.MODERATED:
        act = acts.get(notification.key)
        if notification.message:
            done = moderator_acts.say_done_to_message(act, game)
        else:
            done = moderator_acts.say_done_to_game(act, _opponent(user, game))
        return story.together(done, moderator_acts.say_reason(act))
    facts = {"name": _opponent(user, game), "kind": kinds.title_of(game.kind), "number": str(game.pk)}
    if notification.until:
        facts["date"] = formats.date_format(timezone.localtime(notification.until), "SHORT_DATETIME_FORMAT")
    return str(SENTENCES[Occasion(notification.occasion)]) % facts


def _corrections_of(notifications: Sequence[Notification]) -> Corrections:
    """The corrections that these notifications are about, by the key of the notification; in one query, or none."""
    numbers = [one.key.partition(":")[2] for one in notifications if one.occasion == Occasion.RATING]
    if not numbers:
        return {}
    found = RatingCorrection.objects.filter(pk__in=numbers).select_related("rated")
    return {f"{Occasion.RATING}:{one.pk}": one for one in found}


def _about_rating(correction: RatingCorrection | None) -> str:
    if correction is None:
        return _("Your rating was corrected.")
    facts = {
        "kind": kinds.title_of(correction.rated.kind),
        "game": str(correction.game_id),
        "before": str(round(correction.before)),
        "after": str(round(correction.after)),
    }
    said = _("%(kind)s: the result of game %(game)s was changed. Your rating is now %(after)s instead of %(before)s.")
    return said % facts


def _href_of_rating(user: User, correction: RatingCorrection | None) -> str:
    if correction is None:
        return reverse("games:ratings")
    return reverse("games:rating-history", args=[user.username, correction.rated.kind])


def _about_sanction(notification: Notification) -> str:
    assert notification.sanction
    if notification.occasion == Occasion.APPEAL:
        facts = {"sanction": str(notification.sanction.get_kind_display())}
        return _("The moderators answered your appeal (%(sanction)s).") % facts
    facts = {
        "sanction": moderator_acts.say_sanction(notification),
        "reason": moderator_acts.reason_of_sanction(notification),
    }
    return _("%(sanction)s. Reason: %(reason)s") % facts


def _opponent(user: User, game: Game) -> str:
    others: list[Seat] = [seat for seat in game.seats.all() if seat.user_id != user.pk]
    return names.name_of(others[0])


def _href(notification: Notification) -> str:
    if notification.challenge is not None:
        return reverse("games:challenge", args=[notification.challenge.token])
    if notification.report is not None:
        return reverse("games:reports")
    if notification.sanction is not None:
        return reverse("games:sanctions")
    page = "games:chat" if notification.message else "games:game"
    return reverse(page, args=[notification.game_id])


def _result(row: Delivery) -> DeliveryResult:
    try:
        title = str(channels.get(row.channel).TITLE)
    except KeyError:
        title = row.channel
    if row.state == State.SENT and row.reason != DeliveryReason.BOUNCED:
        sentence = _("Shown.") if row.channel == "site" else _("Sent.")
        return DeliveryResult(title, row.state, sentence, row.done_at)
    time = formats.date_format(timezone.localtime(row.due_at), "SHORT_DATETIME_FORMAT")
    if row.state == State.WAITING:
        return DeliveryResult(title, row.state, str(WAITING.get(row.reason, WAITING[""])) % {"time": time}, None)
    return DeliveryResult(title, row.state, str(REASONS.get(row.reason, REASONS[""])), row.done_at)


SENTENCES: Mapping[Notification.Occasion, StrPromise] = {
    Occasion.YOUR_TURN: gettext_lazy("Your turn against %(name)s: %(kind)s, game %(number)s."),
    Occasion.TIME_SHORT: gettext_lazy("Your time was running out against %(name)s: %(kind)s, game %(number)s."),
    Occasion.GAME_BEGINS: gettext_lazy("%(name)s accepted your challenge: %(kind)s, game %(number)s."),
    Occasion.GAME_OVER: gettext_lazy("Your game against %(name)s is over: %(kind)s, game %(number)s."),
    Occasion.CHAT: gettext_lazy("%(name)s messaged you: %(kind)s, game %(number)s."),
    Occasion.VACATION: gettext_lazy("%(name)s is going on vacation until %(date)s: %(kind)s, game %(number)s."),
}

WAITING: Mapping[str, StrPromise] = {
    "": gettext_lazy("On its way."),
    DeliveryReason.CAPPED: gettext_lazy("You’ve had a lot of e-mails, so this one waits until %(time)s."),
    DeliveryReason.DIGEST: gettext_lazy("Comes in your digest at %(time)s."),
    DeliveryReason.FAILED: gettext_lazy("Your mail server didn’t accept it. Next try at %(time)s."),
    DeliveryReason.GATHERS: gettext_lazy("Waits until %(time)s, in case there’s more news."),
    DeliveryReason.LOOKING: gettext_lazy(
        "You were looking at the game. We’ll send it at %(time)s if it’s still news then."
    ),
    DeliveryReason.ONE_MAIL: gettext_lazy("You’ve had your one e-mail. This waits until you’re back."),
    DeliveryReason.QUIET: gettext_lazy("Quiet hours: waits until %(time)s."),
}

REASONS: Mapping[str, StrPromise] = {
    "": gettext_lazy("Not sent."),
    DeliveryReason.ANSWERED: gettext_lazy("Not sent: the challenge had already been answered."),
    DeliveryReason.BACK: gettext_lazy("Not sent: you were back on the site before it was due."),
    DeliveryReason.BARRED: gettext_lazy("Not sent: your account was suspended."),
    DeliveryReason.BOUNCED: gettext_lazy("Bounced: your mail server rejects our e-mails."),
    DeliveryReason.FAILED: gettext_lazy("Not sent: your mail server didn’t accept it after several tries."),
    DeliveryReason.GONE: gettext_lazy("Not sent: your account was closed."),
    DeliveryReason.HIDDEN: gettext_lazy("Not sent: a moderator hid the message."),
    DeliveryReason.LIFTED: gettext_lazy("Not sent: the sanction had been lifted."),
    DeliveryReason.LOOKING: gettext_lazy("Not sent: you were looking at the game."),
    DeliveryReason.MUTED: gettext_lazy("Not sent: you muted the game."),
    DeliveryReason.NO_ADDRESS: gettext_lazy("Not sent: we have no working e-mail address for you."),
    DeliveryReason.OVER: gettext_lazy("Not sent: it was already over."),
    DeliveryReason.PLAYED: gettext_lazy("Not sent: you had already moved."),
    DeliveryReason.READ: gettext_lazy("Not sent: you had already read it."),
    DeliveryReason.TIME_GIVEN: gettext_lazy("Not sent: you were given more time."),
    DeliveryReason.TOO_LATE: gettext_lazy("Not sent: the time had already run out."),
    DeliveryReason.UNPROVED: gettext_lazy("Not sent: you hadn’t confirmed your address yet."),
    DeliveryReason.UNWANTED: gettext_lazy("Not sent: you’d turned this off."),
}
