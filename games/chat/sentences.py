"""Why somebody cannot say something, in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games.chat.conversation import ChatRefusal

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


def chat_refusal(reason: ChatRefusal, **facts: object) -> str:
    return str(CHAT[reason]) % facts


CHAT: Mapping[ChatRefusal, StrPromise] = {
    ChatRefusal.BLOCKED: _("%(name)s takes no messages from you at the moment. The game goes on."),
    ChatRefusal.BLOCKING: _("You have blocked %(name)s: neither of you can write here."),
    ChatRefusal.BOT: _("A bot plays against you, so there is nobody to chat with."),
    ChatRefusal.GUEST: _("Guests write to their opponents only. Sign up to write here."),
    ChatRefusal.LEFT: _("Your opponent has left for good."),
    ChatRefusal.NOTHING: _("Write something first."),
    ChatRefusal.OFF: _("You have switched off the chat of this game."),
    ChatRefusal.OTHER_OFF: _("%(name)s has switched off the chat."),
    ChatRefusal.PHRASES_ONLY: _("Until %(until)s you can say only the phrases that are offered here."),
    ChatRefusal.PLAYERS_ONLY: _("Only the two who play write here."),
    ChatRefusal.PLAYING: _("Who plays does not see what spectators write before the game is over."),
    ChatRefusal.SILENT: _("A moderator has taken the chat away from you until %(until)s."),
    ChatRefusal.TOO_FAST: _("That was a lot at once. Your text is still here: please wait a moment and send it again."),
    ChatRefusal.TOO_LONG: _("This message has %(length)s characters. It may have %(most)s at most."),
    ChatRefusal.VISITOR: _("Log in to write here."),
}
