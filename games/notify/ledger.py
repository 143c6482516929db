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
from games.models import Delivery, Game, Notification, Seat
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
    return [_entry(user, notification, acts) for notification in notifications]


def _entry(user: User, notification: Notification, acts: Acts) -> Entry:
    ways = [_result(row) for row in notification.deliveries.all()]
    is_unread = notification.read_at is None
    return Entry(notification, _sentence(user, notification, acts), _href(notification), is_unread, ways)


def _sentence(user: User, notification: Notification, acts: Acts) -> str:
    if notification.challenge is not None:
        facts = {"name": notification.challenge.creator.username, "kind": kinds.get(notification.challenge.kind).title}
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
    facts = {"name": _opponent(user, game), "kind": kinds.get(game.kind).title, "number": str(game.pk)}
    if notification.until:
        facts["date"] = formats.date_format(timezone.localtime(notification.until), "SHORT_DATETIME_FORMAT")
    return str(SENTENCES[Occasion(notification.occasion)]) % facts


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
    Occasion.YOUR_TURN: gettext_lazy("Your turn against %(name)s in %(kind)s, game %(number)s."),
    Occasion.TIME_SHORT: gettext_lazy("Your time ran short against %(name)s in %(kind)s, game %(number)s."),
    Occasion.GAME_BEGINS: gettext_lazy("%(name)s accepted your challenge: %(kind)s, game %(number)s."),
    Occasion.GAME_OVER: gettext_lazy("Your game against %(name)s is over: %(kind)s, game %(number)s."),
    Occasion.CHAT: gettext_lazy("%(name)s wrote to you beside %(kind)s, game %(number)s."),
    Occasion.VACATION: gettext_lazy("%(name)s announces a vacation until %(date)s: %(kind)s, game %(number)s."),
}

WAITING: Mapping[str, StrPromise] = {
    "": gettext_lazy("On its way."),
    DeliveryReason.CAPPED: gettext_lazy("You got many mails: this one waits until %(time)s."),
    DeliveryReason.DIGEST: gettext_lazy("Comes with the mail that gathers, at %(time)s."),
    DeliveryReason.FAILED: gettext_lazy("Your mail server did not take it; the next try is at %(time)s."),
    DeliveryReason.GATHERS: gettext_lazy("Waits until %(time)s, in case there is more to tell."),
    DeliveryReason.LOOKING: gettext_lazy("You were looking at the game; if it is still so at %(time)s, it is sent."),
    DeliveryReason.ONE_MAIL: gettext_lazy("You got the one mail until you come back: this waits until then."),
    DeliveryReason.QUIET: gettext_lazy("Quiet hours: waits until %(time)s."),
}

REASONS: Mapping[str, StrPromise] = {
    "": gettext_lazy("Not sent."),
    DeliveryReason.ANSWERED: gettext_lazy("Not sent: the challenge was answered already."),
    DeliveryReason.BACK: gettext_lazy("Not sent: you came back before."),
    DeliveryReason.BARRED: gettext_lazy("Not sent: your account was suspended."),
    DeliveryReason.BOUNCED: gettext_lazy("Bounced: your mail server does not take our mails."),
    DeliveryReason.FAILED: gettext_lazy("Not sent: your mail server did not take it, however often we tried."),
    DeliveryReason.GONE: gettext_lazy("Not sent: your account was closed."),
    DeliveryReason.HIDDEN: gettext_lazy("Not sent: a moderator hid the message."),
    DeliveryReason.LIFTED: gettext_lazy("Not sent: it was lifted before."),
    DeliveryReason.LOOKING: gettext_lazy("Not sent: you were looking at the game."),
    DeliveryReason.MUTED: gettext_lazy("Not sent: you muted the game."),
    DeliveryReason.NO_ADDRESS: gettext_lazy("Not sent: you have no address that mails can go to."),
    DeliveryReason.OVER: gettext_lazy("Not sent: it was over before."),
    DeliveryReason.PLAYED: gettext_lazy("Not sent: you had played already."),
    DeliveryReason.READ: gettext_lazy("Not sent: you had read it already."),
    DeliveryReason.TIME_GIVEN: gettext_lazy("Not sent: you were given more time."),
    DeliveryReason.TOO_LATE: gettext_lazy("Not sent: the time was up before."),
    DeliveryReason.UNPROVED: gettext_lazy("Not sent: you have not confirmed your address yet."),
    DeliveryReason.UNWANTED: gettext_lazy("Not sent: you chose not to be told in this way."),
}
