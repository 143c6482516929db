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
    ChatRefusal.BLOCKED: _("%(name)s isn’t taking messages from you right now. The game goes on."),
    ChatRefusal.BLOCKING: _("You’ve blocked %(name)s: neither of you can write here."),
    ChatRefusal.BOT: _("You’re playing a bot, so there’s no one to chat with."),
    ChatRefusal.GUEST: _("Guests can only write to their opponents. Sign up to write here."),
    ChatRefusal.LEFT: _("Your opponent has deleted their account."),
    ChatRefusal.NOTHING: _("Write something first."),
    ChatRefusal.OFF: _("You’ve turned off the chat for this game."),
    ChatRefusal.OTHER_OFF: _("%(name)s has turned off the chat."),
    ChatRefusal.PHRASES_ONLY: _("Until %(until)s you can only use the phrases below."),
    ChatRefusal.PLAYERS_ONLY: _("Only the two players can write here."),
    ChatRefusal.PLAYING: _("Players don’t see what spectators write until the game is over."),
    ChatRefusal.SILENT: _("A moderator has banned you from chat until %(until)s."),
    ChatRefusal.TOO_FAST: _("That’s a lot at once. Your text is still here: wait a moment, then send it again."),
    ChatRefusal.TOO_LONG: _("This message has %(length)s characters; the limit is %(most)s."),
    ChatRefusal.VISITOR: _("Log in to write here."),
}
