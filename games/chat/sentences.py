"""Why somebody cannot say something, in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.chat.conversation import Reason

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def chat_refusal(reason: Reason, **facts: object) -> str:
    return str(CHAT[reason]) % facts


CHAT: Mapping[Reason, StrPromise] = {
    Reason.BLOCKED: _("%(name)s takes no messages from you at the moment. The game goes on."),
    Reason.BLOCKING: _("You have blocked %(name)s: neither of you can write here."),
    Reason.BOT: _("A bot plays against you, so there is nobody to chat with."),
    Reason.GUEST: _("Guests write to their opponents only. Sign up to write here."),
    Reason.LEFT: _("Your opponent has left for good."),
    Reason.NOTHING: _("Write something first."),
    Reason.OFF: _("You have switched off the chat of this game."),
    Reason.OTHER_OFF: _("%(name)s has switched off the chat."),
    Reason.PHRASES_ONLY: _("Until %(until)s you can say only the phrases that are offered here."),
    Reason.PLAYERS_ONLY: _("Only the two who play write here."),
    Reason.PLAYING: _("Who plays does not see what spectators write before the game is over."),
    Reason.SILENT: _("A moderator has taken the chat away from you until %(until)s."),
    Reason.TOO_FAST: _("That was a lot at once. Your text is still here: please wait a moment and send it again."),
    Reason.TOO_LONG: _("This message has %(length)s characters. It may have %(most)s at most."),
    Reason.VISITOR: _("Log in to write here."),
}
