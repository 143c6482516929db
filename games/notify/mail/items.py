"""What a notification says to its reader, whole sentences in their language: in a mail of its own, or among others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from games import kinds, queries, words
from games.models import ChatMessage, Notification
from games.notify.mail import decisions, links
from games.notify.mail.game_summary import Table, table_of
from games.notify.mail.letter import Item, Link, Told

if TYPE_CHECKING:
    from accounts.for_games import User

Occasion = Notification.Occasion
MOST_QUOTED: Final = 5
MOST_WAITING: Final = 3


def tell(user: User, notification: Notification, *, is_short: bool = False) -> Told:
    match notification.occasion:
        case Occasion.CHALLENGE:
            return _challenge(notification)
        case Occasion.SANCTION:
            return decisions.sanctioned(notification)
        case Occasion.APPEAL:
            return decisions.appeal_answered(notification)
        case Occasion.REPORT:
            return decisions.report_answered(notification)
    assert notification.game
    notification.game.refresh_from_db()
    table = table_of(user, notification.game)
    return _TELLERS[Occasion(notification.occasion)](user, table, notification, is_short)


def waiting(user: User, *, besides: set[int]) -> list[Link]:
    """The other games in which the reader is to move, the most pressing first."""
    games = queries.waiting_games(user, besides=besides, most=MOST_WAITING)
    return [Link(_where(table_of(user, game)), _address(game.pk)) for game in games]


def _your_turn(user: User, table: Table, notification: Notification, is_short: bool) -> Told:
    subject = _("Your move against %(name)s (%(game)s)") % _names(table)
    headline = _("Your move, %(you)s") % {"you": user.username}
    if is_short:
        headline = _("Your move against %(name)s") % _names(table)
    return _about_board(table, subject, headline, table.sentences, _("Play your move"), is_short)


def _time_short(user: User, table: Table, notification: Notification, is_short: bool) -> Told:
    subject = _("Your time runs short against %(name)s (%(game)s)") % _names(table)
    headline = _("Your time runs short, %(you)s") % {"you": user.username}
    sentences = [_("%(name)s waits for your move.") % _names(table)]
    return _about_board(table, subject, headline, sentences, _("Play your move"), is_short)


def _game_begins(user: User, table: Table, notification: Notification, is_short: bool) -> Told:
    subject = _("%(name)s plays with you (%(game)s)") % _names(table)
    headline = _("%(name)s accepts your challenge") % _names(table)
    first = _("You move first.") if table.is_your_turn else _("%(name)s moves first.") % _names(table)
    label = _("Play your move") if table.is_your_turn else _("See the board")
    return _about_board(table, subject, headline, [first], label, is_short)


def _game_over(user: User, table: Table, notification: Notification, is_short: bool) -> Told:
    subject = _("Your game against %(name)s is over (%(game)s)") % _names(table)
    headline = _("The game against %(name)s is over") % _names(table)
    return _about_board(table, subject, headline, [table.result], _("See how it ended"), is_short)


def _chat(user: User, table: Table, notification: Notification, is_short: bool) -> Told:
    unread = ChatMessage.objects.filter(
        game=table.game, room=ChatMessage.Room.PLAYERS, pk__gt=table.own.chat_read, hidden_at=None
    ).exclude(author=user)
    quotes = [message.text for message in unread.order_by("pk")[:MOST_QUOTED]]
    item = Item(
        headline=_("%(name)s wrote to you") % _names(table),
        link=Link(_("Answer"), links.address("games:chat", table.game.pk)),
        quotes=quotes,
        name=table.name,
        facts=[(_("Game"), table.title)],
    )
    return Told(_("%(name)s wrote to you (%(game)s)") % _names(table), item)


def _vacation(user: User, table: Table, notification: Notification, is_short: bool) -> Told:
    facts = {**_names(table), "date": _date(notification)}
    item = Item(
        headline=_("%(name)s announces a vacation") % facts,
        link=Link(_("See the board"), _address(table.game.pk)),
        sentences=[
            _("%(name)s announces a vacation until %(date)s. Their clock stands still as long as it lasts.") % facts
        ],
        name=table.name,
        facts=[(_("Game"), table.title)],
    )
    return Told(_("%(name)s announces a vacation (%(game)s)") % facts, item)


def _moderated(user: User, table: Table, notification: Notification, is_short: bool) -> Told:
    return decisions.moderated(table, notification)


def _challenge(notification: Notification) -> Told:
    offer = notification.challenge
    assert offer
    facts = {"name": offer.creator.username, "kind": kinds.get(offer.kind).title}
    terms = [
        (_("Clock"), str(offer.get_clock_display())),
        (_("Rated"), _("yes") if offer.is_rated else _("no")),
        *words.options_of(offer),
    ]
    item = Item(
        headline=_("%(name)s challenges you") % facts,
        link=Link(_("Look at the challenge"), links.address("games:challenge", offer.token)),
        sentences=[_("%(name)s would like to play %(kind)s with you. You can accept or decline.") % facts],
        name=offer.creator.username,
        facts=terms,
    )
    return Told(_("%(name)s challenges you to %(kind)s") % facts, item)


def _about_board(table: Table, subject: str, headline: str, sentences: list[str], label: str, is_short: bool) -> Told:
    figure, pictures = (None if is_short else table.figure()) or (None, {})
    item = Item(
        headline=headline,
        link=Link(label, _address(table.game.pk)),
        sentences=sentences,
        name=table.name,
        deadline=table.game.deadline if table.is_your_turn else None,
        figure=figure,
        points=table.points if table.position.moves else None,
        facts=[(_("Game"), table.title)],
    )
    return Told(subject, item, pictures)


def _names(table: Table) -> dict[str, str]:
    return {"name": table.name, "game": table.title}


def _where(table: Table) -> str:
    return _("%(name)s in %(game)s") % _names(table)


def _address(game_id: int) -> str:
    return f"{links.address('games:game', game_id)}#board"


def _date(notification: Notification) -> str:
    assert notification.until
    return formats.date_format(timezone.localtime(notification.until), "DATE_FORMAT")


_TELLERS = {
    Occasion.YOUR_TURN: _your_turn,
    Occasion.TIME_SHORT: _time_short,
    Occasion.GAME_BEGINS: _game_begins,
    Occasion.GAME_OVER: _game_over,
    Occasion.CHAT: _chat,
    Occasion.VACATION: _vacation,
    Occasion.MODERATED: _moderated,
}
