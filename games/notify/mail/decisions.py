"""What a mail says about the acts of moderators: what was done, why, and where one can answer."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.models import Notification
from games.moderation import answers
from games.notify import rulings
from games.notify.mail import links
from games.notify.mail.game_summary import Table
from games.notify.mail.letter import Item, Link, Told


def moderated(table: Table, notification: Notification) -> Told:
    """Of a game: with the board as it is now."""
    act = rulings.acts_of([notification]).get(notification.key)
    names = {"name": table.name, "game": table.title}
    sentences = [rulings.because(act), table.result if table.is_over else ""]
    item = Item(
        headline=rulings.done(act, table.name),
        link=Link(_("See the game"), f"{links.address('games:game', table.game.pk)}#board"),
        sentences=[sentence for sentence in sentences if sentence],
        name=table.name,
        deadline=table.game.deadline if table.is_your_turn else None,
        facts=[(_("Game"), table.title)],
    )
    if act and act.moderator is None:
        return Told(_("By the rules of the site: your game against %(name)s (%(game)s)") % names, item)
    return Told(_("A moderator acted on your game against %(name)s (%(game)s)") % names, item)


def sanctioned(notification: Notification) -> Told:
    headline = rulings.imposed(notification)
    after = _("You can read all about it, and answer, on your page of sanctions.")
    if rulings.is_lifting(notification):
        after = _("It holds no longer.")
    item = Item(
        headline=headline,
        link=Link(_("See what it means"), links.address("games:sanctions")),
        sentences=[after],
        quotes=[rulings.why_imposed(notification)],
    )
    return Told(_("From the moderators: %(what)s") % {"what": headline}, item)


def appeal_answered(notification: Notification) -> Told:
    sanction = notification.sanction
    assert sanction
    item = Item(
        headline=_("The moderators answered you"),
        link=Link(_("Read it, and answer"), links.address("games:sanctions")),
        sentences=[_("About: %(sanction)s") % {"sanction": sanction.get_kind_display()}],
        quotes=[text] if (text := rulings.answer_to_appeal(sanction)) else [],
    )
    return Told(_("The moderators answered your appeal"), item)


def report_answered(notification: Notification) -> Told:
    report = notification.report
    assert report
    item = Item(
        headline=_("What came of your report"),
        link=Link(_("See my reports"), links.address("games:reports")),
        sentences=answers.paragraphs_of(report),
        facts=[(_("You reported"), str(report.get_reason_display()))],
    )
    return Told(_("What came of your report"), item)
