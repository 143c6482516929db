"""The items of mails about acts of moderators: the act, its reason, and where to answer."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Notification
from games.moderation import set_texts
from games.notify import moderator_acts
from games.notify.mail import links
from games.notify.mail.game_summary import GameSummary
from games.notify.mail.letter import Item, ItemWithSubject, Link


def moderated(summary: GameSummary, notification: Notification) -> ItemWithSubject:
    """An act on a game."""
    act = moderator_acts.acts_of([notification]).get(notification.key)
    sentences = [moderator_acts.say_reason(act), summary.result if summary.is_over else ""]
    item = Item(
        headline=moderator_acts.say_done_to_game(act, summary.name),
        link=Link(_("See the game"), links.address("games:game", summary.game.pk)),
        sentences=[sentence for sentence in sentences if sentence],
        name=summary.name,
        deadline=summary.game.deadline if summary.is_your_turn else None,
        facts=[(pgettext("played", "Game"), summary.title)],
    )
    return ItemWithSubject(summary.subject, item)


def sanctioned(notification: Notification) -> ItemWithSubject:
    headline = moderator_acts.say_sanction(notification)
    after = _("You can read the details and appeal on your sanctions page.")
    if moderator_acts.is_lifting(notification):
        after = _("It no longer applies.")
    item = Item(
        headline=headline,
        link=Link(_("See the details"), links.address("games:sanctions")),
        sentences=[after],
        quotes=[moderator_acts.reason_of_sanction(notification)],
    )
    return ItemWithSubject(_("From the moderators: %(what)s") % {"what": headline}, item)


def appeal_answered(notification: Notification) -> ItemWithSubject:
    sanction = notification.sanction
    assert sanction
    item = Item(
        headline=_("The moderators replied to you"),
        link=Link(_("Read and reply"), links.address("games:sanctions")),
        sentences=[_("About: %(sanction)s") % {"sanction": sanction.get_kind_display()}],
        quotes=[text] if (text := moderator_acts.answer_to_appeal(sanction)) else [],
    )
    return ItemWithSubject(_("The moderators answered your appeal"), item)


def report_answered(notification: Notification) -> ItemWithSubject:
    report = notification.report
    assert report
    item = Item(
        headline=_("Your report has been settled"),
        link=Link(_("See my reports"), links.address("games:reports")),
        sentences=set_texts.paragraphs_of(report),
        facts=[(_("You reported"), str(report.get_reason_display()))],
    )
    return ItemWithSubject(_("Your report has been settled"), item)
