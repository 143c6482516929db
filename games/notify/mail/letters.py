"""Letters in the language and the time zone of their reader: about one notification, or about several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import css_inline
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.clock import zone_named
from games.models import Notification
from games.notify.mail import gathering, items, links
from games.notify.mail.letter import Letter
from games.notify.mail.links import LessMail, LessMailRequest
from games.notify.moderator_acts import ALWAYS_TOLD

if TYPE_CHECKING:
    from accounts.for_games import User


SIGNATURE = "-- "  # mail programs know what stands below it by the space


def about_one(user: User, notification: Notification) -> Letter:
    with as_reader(user):
        told = items.compose(user, notification)
        game = notification.game_id
        is_ruling = notification.occasion in ALWAYS_TOLD
        stop = LessMailRequest(LessMail.OFF, notification.occasion)
        unsubscribe = "" if is_ruling else links.less_mail_address(user, stop)
        context = {
            "item": told.item,
            "items": [told.item],
            "waiting": items.waiting(user, besides={game} if game else set()),
            "less": _ways_to_less(user, unsubscribe, game),
            "is_ruling": is_ruling,
            "title": told.subject,
        }
        return Letter(
            told.subject,
            *parts("letter", context),
            list_name=notification.occasion,
            unsubscribe=unsubscribe,
            game=game,
            pictures=told.pictures,
        )


def about_many(user: User, notifications: Sequence[Notification], *, is_digest: bool = False) -> Letter:
    """One line a game, and one for everything else; what the reader has to act on comes first."""
    with as_reader(user):
        composed = [(line, items.compose_line(user, line)) for line in gathering.lines(notifications)]
        told = gathering.in_order([(line, written.item) for line, written in composed])
        games = {notification.game_id for notification in notifications if notification.game_id}
        turns = len([line for line, _item in told if line.told.occasion in gathering.YOURS_TO_MOVE])
        is_about_one = len(told) == len(games) == 1 and not is_digest
        subject = composed[0][1].subject if is_about_one else _subject(turns, len(told))
        ordered = [line.told.occasion for line, _item in told if line.told.occasion not in ALWAYS_TOLD]
        chosen = ["digest"] if is_digest else ordered
        unsubscribe = links.less_mail_address(user, LessMailRequest(LessMail.OFF, chosen[0])) if chosen else ""
        game = games.pop() if is_about_one else None
        context = {
            "items": [item for _line, item in told],
            "waiting": items.waiting(user, besides={line.told.game_id for line, _item in told if line.told.game_id}),
            "less": _ways_to_less(user, unsubscribe, game, is_digest=is_digest),
            "is_ruling": not chosen,
            "title": subject,
        }
        name = "digest" if is_digest else "gathered"
        return Letter(subject, *parts("gathered", context), list_name=name, unsubscribe=unsubscribe, game=game)


def _subject(turns: int, count: int) -> str:
    if turns:
        return ngettext("Your turn in %(count)s game", "Your turn in %(count)s games", turns) % {"count": turns}
    return ngettext("News in your games: %(count)s item", "News in your games: %(count)s items", count) % {
        "count": count
    }


def _ways_to_less(user: User, unsubscribe: str, game: int | None, *, is_digest: bool = False) -> list[tuple[str, str]]:
    """The three links at the foot of a mail; a mail that everybody gets links to the ledger alone."""
    history = (_("Delivery log"), links.address("games:ledger"))
    if not unsubscribe:
        return [history]
    gather = (_("One e-mail a day at most"), links.less_mail_address(user, LessMailRequest(LessMail.GATHER)))
    mute = (_("No e-mails about this game"), links.less_mail_address(user, LessMailRequest(LessMail.MUTE, str(game))))
    choose = (_("Notification settings"), links.address("accounts:preferences"))
    stop = (_("Unsubscribe"), unsubscribe)
    if is_digest:
        return [choose, history, stop]
    return [gather, mute if game else choose, stop]


def parts(template: str, context: dict[str, Any]) -> tuple[str, str]:
    """Text and HTML of a letter, in the language of the moment."""
    context |= {"site": settings.SITE_URL, "language": translation.get_language()}
    text = render_to_string(f"mail/{template}.txt", context)
    html = css_inline.inline(render_to_string(f"mail/{template}.html", context), load_remote_stylesheets=False)
    return _tidy(text), html


def _tidy(text: str) -> str:
    """At most one empty line at a time."""
    lines: list[str] = []
    for line in text.strip().splitlines():
        if line.strip() or (lines and lines[-1]):
            lines.append(line if line == SIGNATURE else line.rstrip())
    return "\n".join(lines) + "\n"


@contextmanager
def as_reader(user: User) -> Iterator[None]:
    language = user.language if user.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with translation.override(language), timezone.override(zone_named(user.time_zone)):
        yield
