"""Sentences about acts of moderators, to the people whom they concern.

Everybody is notified of these acts by mail and on the site: nobody can switch that off, and muting a game does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from django.db.models import Q
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import for_games
from games import kinds
from games.models import AppealMessage, Game, ModerationAct, Notification, Sanction
from games.moderation.standard_reasons import in_reader_language

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Occasion, What = Notification.Occasion, ModerationAct.What
ALWAYS_TOLD: Final = frozenset(map(Occasion, for_games.ALWAYS_TOLD))
WHATEVER_BECAME: Final = frozenset({Occasion.SANCTION, Occasion.APPEAL})  # all that somebody who is shut out is told of

Acts = Mapping[str, ModerationAct]


def acts_of(notifications: Iterable[Notification]) -> Acts:
    """The acts that these notifications are about, by the key of the notification; in one query, or none."""
    told = [one for one in notifications if one.occasion == Occasion.MODERATED]
    if not told:
        return {}
    games, events = {one.game_id for one in told}, {one.seq for one in told}
    messages = Q(subject_type=ModerationAct.SubjectType.MESSAGE, subject_id__in={one.message for one in told})
    found = ModerationAct.objects.filter(Q(event__in=events) | messages, game__in=games)
    return {f"moderated:{act.game}:{act.event}" if act.event else f"message:{act.number}": act for act in found}


def say_done_to_game(act: ModerationAct | None, name: str) -> str:
    """The act on a game against a person of that name."""
    sentence = DONE.get(act.what, SOMETHING) if act else SOMETHING
    if act and act.moderator is None:
        sentence = BY_RULE.get(act.what, sentence)
    return str(sentence) % {"name": name}


def say_done_to_message(act: ModerationAct | None, game: Game) -> str:
    """The act on a message of the reader."""
    is_shown = act is not None and act.what == What.SHOW_MESSAGE
    facts = {"kind": kinds.title_of(game.kind), "number": game.pk}
    if is_shown:
        return _("A moderator restored your message in %(kind)s, game %(number)s.") % facts
    return _("A moderator hid your message in %(kind)s, game %(number)s.") % facts


def say_reason(act: ModerationAct | None) -> str:
    return _("Reason: %(reason)s") % {"reason": in_reader_language(act.reason)} if act else ""


def say_sanction(notification: Notification) -> str:
    """A sanction in one line: its name and its end, or that it was lifted."""
    sanction = notification.sanction
    assert sanction
    facts = {"sanction": str(sanction.get_kind_display())}
    if is_lifting(notification):
        return _("Lifted: %(sanction)s") % facts
    if sanction.until is None:
        return facts["sanction"]
    facts["date"] = formats.date_format(timezone.localtime(sanction.until), "SHORT_DATETIME_FORMAT")
    return _("%(sanction)s, until %(date)s") % facts


def reason_of_sanction(notification: Notification) -> str:
    sanction = notification.sanction
    assert sanction
    return sanction.lifted_because if is_lifting(notification) else sanction.reason


def is_lifting(notification: Notification) -> bool:
    """Whether a notification is about the lifting of a sanction, not about imposing it."""
    return notification.key.startswith("lifted:")


def is_lifted_already(notification: Notification) -> bool:
    """Whether the sanction of a notification was lifted before the notification was sent."""
    if is_lifting(notification):
        return False
    return Sanction.objects.filter(told=notification, lifted_at__isnull=False).exists()


def answer_to_appeal(sanction: Sanction) -> str:
    """The last message of the moderators."""
    said = AppealMessage.objects.filter(appeal__sanction=sanction, is_by_staff=True).order_by("pk").last()
    return said.text if said else ""


SOMETHING: Final = gettext_lazy("A moderator acted in your game against %(name)s.")
DONE: Final[Mapping[str, StrPromise]] = {
    What.ANNUL: gettext_lazy("A moderator annulled your game against %(name)s."),
    What.ADJUDICATE: gettext_lazy("A moderator decided your game against %(name)s."),
    What.RESTORE: gettext_lazy("A moderator reversed a decision in your game against %(name)s."),
    What.REWIND: gettext_lazy("A moderator took your game against %(name)s back to an earlier move."),
    What.PAUSE: gettext_lazy("A moderator stopped the clock of your game against %(name)s."),
    What.RESUME: gettext_lazy("A moderator restarted the clock of your game against %(name)s."),
    What.ADD_TIME: gettext_lazy("A moderator added time in your game against %(name)s."),
    What.TAKE_TIME: gettext_lazy("A moderator took back time added in your game against %(name)s."),
    What.BOT_IN: gettext_lazy("A moderator let a bot take over in your game against %(name)s."),
    What.BOT_OUT: gettext_lazy("A moderator gave a seat in your game against %(name)s back to its player."),
    What.HIDE: gettext_lazy("A moderator took your game against %(name)s off public lists."),
    What.SHOW: gettext_lazy("A moderator put your game against %(name)s back on public lists."),
}
BY_RULE: Final[Mapping[str, StrPromise]] = {  # what the site does itself
    What.ANNUL: gettext_lazy("By the site’s rules, your game against %(name)s was annulled."),
    What.ADJUDICATE: gettext_lazy("By the site’s rules, your game against %(name)s was decided."),
    What.RESTORE: gettext_lazy("By the site’s rules, a decision in your game against %(name)s was reversed."),
}
