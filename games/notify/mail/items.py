"""The items of mails: what a mail says about one notification, in the language of its reader."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games import kinds, queries
from games.models import ChatMessage, Game, Notification
from games.notify.mail import links, moderator_acts
from games.notify.mail.game_summary import GameSummary, summary_for
from games.notify.mail.gathering import Line
from games.notify.mail.letter import Item, ItemWithSubject, Link
from games.table import log
from games.words import names

if TYPE_CHECKING:
    from accounts.for_games import User

Occasion = Notification.Occasion
MOST_QUOTED: Final = 5
MOST_WAITING: Final = 3


def compose(user: User, notification: Notification, *, is_short: bool = False) -> ItemWithSubject:
    match notification.occasion:
        case Occasion.CHALLENGE:
            return _challenge(notification, is_short)
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


def compose_line(user: User, line: Line) -> ItemWithSubject:
    """The line of a gathered mail, with what moderators did in the same game."""
    written = compose(user, line.told, is_short=True)
    rulings = [compose(user, told).item for told in line.rulings]
    sentences = [sentence for ruling in rulings for sentence in (ruling.headline, *ruling.sentences)]
    return replace(written, item=replace(written.item, sentences=[*written.item.sentences, *sentences]))


def waiting(user: User, *, besides: set[int]) -> list[Link]:
    """The other games in which the reader is to move, the most pressing first."""
    games = queries.waiting_games(user, besides=besides, most=MOST_WAITING)
    unreadable = log.load_positions(games)
    return [Link(_where(summary_for(user, game)), _address(game.pk)) for game in games if game.pk not in unreadable]


def _your_turn(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    headline = _("Your turn, %(you)s") % {"you": user.username}
    if is_short:
        headline = _("Your turn against %(name)s") % _names(summary)
    told = _about_board(summary, headline, [] if is_short else summary.sentences, _("Play"), is_short)
    is_first = all(made.seat != summary.own.number for made in summary.position.moves)
    return _with_seal(told, summary.game.commitment, is_short) if is_first else told


def _time_short(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    if is_short:
        headline = _("Your time is running out against %(name)s") % _names(summary)
        return _about_board(summary, headline, [], _("Play"), is_short)
    headline = _("Your time is running out, %(you)s") % {"you": user.username}
    sentences = [_("%(name)s is waiting for your move.") % _names(summary)]
    return _about_board(summary, headline, sentences, _("Play"), is_short)


def _game_begins(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    headline = _("%(name)s accepted your challenge") % _names(summary)
    first = _("You go first.") if summary.is_your_turn else _("%(name)s goes first.") % _names(summary)
    label = _("Play") if summary.is_your_turn else _("See the board")
    sentences = [first]
    if summary.game.partner_id:
        sentences.append(_("It’s a mirror match: you play two games at once, with the same luck and colours swapped."))
    return _with_seal(_about_board(summary, headline, sentences, label, is_short), summary.game.commitment, is_short)


def _game_over(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    headline = _("Your game against %(name)s is over") % _names(summary)
    partner, sentences = summary.game.partner, [summary.result]
    if partner and partner.status != Game.Status.OVER:
        sentences.append(_("The other board is still being played. The sum of both boards decides the match."))
    return _about_board(summary, headline, sentences, _("See how it ended"), is_short)


def _chat(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    unread = ChatMessage.objects.filter(
        game=summary.game, room=ChatMessage.Room.PLAYERS, pk__gt=summary.own.chat_read, hidden_at=None
    ).exclude(author=user)
    quotes = [] if is_short else [message.text for message in unread.order_by("pk")[:MOST_QUOTED]]
    item = Item(
        headline=_("%(name)s wrote to you") % _names(summary),
        link=Link(pgettext("button", "Answer"), links.address("games:chat", summary.game.pk)),
        quotes=quotes,
        name=summary.name,
        facts=[(pgettext("played", "Game"), summary.title)],
    )
    return ItemWithSubject(summary.subject, item)


def _vacation(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    facts = {**_names(summary), "date": _date(notification)}
    until = _("%(name)s is going on vacation until %(date)s. Their clock is paused while they’re away.") % facts
    item = Item(
        headline=_("%(name)s is going on vacation") % facts,
        link=Link(_("See the board"), _address(summary.game.pk)),
        sentences=[until],
        name=summary.name,
        facts=[(pgettext("played", "Game"), summary.title)],
    )
    return ItemWithSubject(summary.subject, item)


def _moderated(user: User, summary: GameSummary, notification: Notification, is_short: bool) -> ItemWithSubject:
    return moderator_acts.moderated(summary, notification)


def _challenge(notification: Notification, is_short: bool) -> ItemWithSubject:
    offer = notification.challenge
    assert offer
    facts = {"name": offer.creator.username, "kind": kinds.title_of(offer.kind)}
    terms = [
        (_("Clock"), offer.clock_in_words),
        (_("Rated"), _("yes") if offer.is_rated else _("no")),
        *([(_("Mirror match"), _("yes"))] if offer.is_mirrored else []),
        *names.options_of(offer),
    ]
    subject = _("%(name)s challenges you to %(kind)s") % facts
    item = Item(
        headline=subject if is_short else _("%(name)s challenges you") % facts,
        link=Link(_("See the challenge"), links.address("games:challenge", offer.token)),
        sentences=[]
        if is_short
        else [_("%(name)s would like to play %(kind)s with you. You can accept or decline.") % facts],
        name=offer.creator.username,
        facts=terms,
    )
    return _with_seal(ItemWithSubject(subject, item), offer.commitment, is_short)


def _with_seal(told: ItemWithSubject, seal: str, is_short: bool) -> ItemWithSubject:
    """With the seal of the seed in one line: whoever keeps the mail can tell later that it is the same one."""
    item = told.item
    if is_short:
        line = _("Seal of the luck: %(seal)s") % {"seal": seal}
        return replace(told, item=replace(item, sentences=[*item.sentences, line]))
    return replace(told, item=replace(item, facts=[*item.facts, (_("Seal of the luck"), seal)]))


def _about_board(
    summary: GameSummary, headline: str, sentences: list[str], label: str, is_short: bool
) -> ItemWithSubject:
    figure, pictures = (None if is_short else summary.figure()) or (None, {})
    item = Item(
        headline=headline,
        link=Link(label, _address(summary.game.pk)),
        sentences=sentences,
        name=summary.name,
        deadline=summary.game.deadline if summary.is_your_turn else None,
        figure=figure,
        points=summary.points if summary.position.moves and not is_short else None,
        facts=[(pgettext("played", "Game"), summary.title)],
    )
    return ItemWithSubject(summary.subject, item, pictures)


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
