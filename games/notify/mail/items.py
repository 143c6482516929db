"""The items of mails: what a mail says about one notification, in the language of its reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from games import kinds, queries
from games.models import ChatMessage, Notification
from games.notify.mail import links, moderator_acts
from games.notify.mail.game_summary import GameSummary, summary_for
from games.notify.mail.letter import Item, ItemWithSubject, Link
from games.words import names

if TYPE_CHECKING:
    from accounts.for_games import User

Occasion = Notification.Occasion
MOST_QUOTED: Final = 5
MOST_WAITING: Final = 3


def compose(user: User, notification: Notification, *, is_short: bool = False) -> ItemWithSubject:
    match notification.occasion:
        case Occasion.CHALLENGE:
            return _challenge(notification)
        case Occasion.SANCTION:
            return moderator_acts.sanctioned(notification)
        case Occasion.APPEAL:
            return moderator_acts.appeal_answered(notification)
        case Occasion.REPORT:
            return moderator_acts.report_answered(notification)
    assert notification.game
    notification.game.refresh_from_db()
    summary = summary_for(user, notification.game)
    return _COMPOSERS[Occasion(notification.occasion)](user, summary, notification, is_short)


def waiting(user: User, *, besides: set[int]) -> list[Link]:
    """The other games in which the reader is to move, the most pressing first."""
    games = queries.waiting_games(user, besides=besides, most=MOST_WAITING)
    return [Link(_where(summary_for(user, game)), _address(game.pk)) for game in games]


def _your_turn(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    subject = _("Your move against %(name)s (%(game)s)") % _names(summary)
    headline = _("Your move, %(you)s") % {"you": user.username}
    if is_short:
        headline = _("Your move against %(name)s") % _names(summary)
    return _about_board(summary, subject, headline, summary.sentences, _("Play your move"), is_short)


def _time_short(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    subject = _("Your time runs short against %(name)s (%(game)s)") % _names(summary)
    headline = _("Your time runs short, %(you)s") % {"you": user.username}
    sentences = [_("%(name)s waits for your move.") % _names(summary)]
    return _about_board(summary, subject, headline, sentences, _("Play your move"), is_short)


def _game_begins(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    subject = _("%(name)s plays with you (%(game)s)") % _names(summary)
    headline = _("%(name)s accepts your challenge") % _names(summary)
    first = _("You move first.") if summary.is_your_turn else _("%(name)s moves first.") % _names(summary)
    label = _("Play your move") if summary.is_your_turn else _("See the board")
    return _about_board(summary, subject, headline, [first], label, is_short)


def _game_over(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    subject = _("Your game against %(name)s is over (%(game)s)") % _names(summary)
    headline = _("The game against %(name)s is over") % _names(summary)
    return _about_board(summary, subject, headline, [summary.result], _("See how it ended"), is_short)


def _chat(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    unread = ChatMessage.objects.filter(
        game=summary.game, room=ChatMessage.Room.PLAYERS, pk__gt=summary.own.chat_read, hidden_at=None
    ).exclude(author=user)
    quotes = [message.text for message in unread.order_by("pk")[:MOST_QUOTED]]
    item = Item(
        headline=_("%(name)s wrote to you") % _names(summary),
        link=Link(_("Answer"), links.address("games:chat", summary.game.pk)),
        quotes=quotes,
        name=summary.name,
        facts=[(_("Game"), summary.title)],
    )
    return ItemWithSubject(_("%(name)s wrote to you (%(game)s)") % _names(summary), item)


def _vacation(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    facts = {**_names(summary), "date": _date(notification)}
    item = Item(
        headline=_("%(name)s announces a vacation") % facts,
        link=Link(_("See the board"), _address(summary.game.pk)),
        sentences=[
            _("%(name)s announces a vacation until %(date)s. Their clock stands still as long as it lasts.") % facts
        ],
        name=summary.name,
        facts=[(_("Game"), summary.title)],
    )
    return ItemWithSubject(_("%(name)s announces a vacation (%(game)s)") % facts, item)


def _moderated(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    return moderator_acts.moderated(summary, notification)


def _challenge(notification: Notification) -> ItemWithSubject:
    offer = notification.challenge
    assert offer
    facts = {"name": offer.creator.username, "kind": kinds.get(offer.kind).title}
    terms = [
        (_("Clock"), str(offer.get_clock_display())),
        (_("Rated"), _("yes") if offer.is_rated else _("no")),
        *names.options_of(offer),
    ]
    item = Item(
        headline=_("%(name)s challenges you") % facts,
        link=Link(_("Look at the challenge"), links.address("games:challenge", offer.token)),
        sentences=[_("%(name)s would like to play %(kind)s with you. You can accept or decline.") % facts],
        name=offer.creator.username,
        facts=terms,
    )
    return ItemWithSubject(_("%(name)s challenges you to %(kind)s") % facts, item)


def _about_board(
    summary: GameSummary, subject: str, headline: str, sentences: list[str], label: str, is_short: bool
) -> ItemWithSubject:
    figure, pictures = (None if is_short else summary.figure()) or (None, {})
    item = Item(
        headline=headline,
        link=Link(label, _address(summary.game.pk)),
        sentences=sentences,
        name=summary.name,
        deadline=summary.game.deadline if summary.is_your_turn else None,
        figure=figure,
        points=summary.points if summary.position.moves else None,
        facts=[(_("Game"), summary.title)],
    )
    return ItemWithSubject(subject, item, pictures)


def _names(summary: GameSummary) -> dict[str, str]:
    return {"name": summary.name, "game": summary.title}


def _where(summary: GameSummary) -> str:
    return _("%(name)s in %(game)s") % _names(summary)


def _address(game_id: int) -> str:
    return links.address("games:game", game_id)


def _date(notification: Notification) -> str:
    assert notification.until
    return formats.date_format(timezone.localtime(notification.until), "DATE_FORMAT")


_COMPOSERS = {
    Occasion.YOUR_TURN: _your_turn,
    Occasion.TIME_SHORT: _time_short,
    Occasion.GAME_BEGINS: _game_begins,
    Occasion.GAME_OVER: _game_over,
    Occasion.CHAT: _chat,
    Occasion.VACATION: _vacation,
    Occasion.MODERATED: _moderated,
}
