"""Hiding a chat message, and showing it again. The text is kept, and its author is told the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from games.live import after_commit
from games.models import ChatMessage, ModerationAct
from games.moderation import audit, roles
from games.moderation.audit import Subject, SubjectType
from games.moderation.refusals import ModerationRefused, reason_in
from games.notify import events

if TYPE_CHECKING:
    from accounts.for_games import User

What = ModerationAct.What


def hide_message(*, by: User, message: ChatMessage, reason: str) -> None:
    _change(by=by, message=message, reason=reason, is_hidden=True)


def show_message(*, by: User, message: ChatMessage, reason: str) -> None:
    _change(by=by, message=message, reason=reason, is_hidden=False)


def _change(*, by: User, message: ChatMessage, reason: str, is_hidden: bool) -> None:
    if not roles.may_moderate(by, message.game):
        raise ModerationRefused("not-a-moderator")
    if message.author_id == by.pk:
        raise ModerationRefused("yourself")
    reason = reason_in(reason)
    with audit.writing():
        row = ChatMessage.objects.select_for_update().get(pk=message.pk)
        if (row.hidden_at is not None) == is_hidden:
            raise ModerationRefused("message-is-so-already")
        before, row.hidden_at = row.hidden_at, timezone.now() if is_hidden else None
        row.save(update_fields=["hidden_at"])
        act = audit.record(
            by=by,
            what=What.HIDE_MESSAGE if is_hidden else What.SHOW_MESSAGE,
            reason=reason,
            game=row.game_id,
            person=row.author_id,
            subject=Subject(SubjectType.MESSAGE, row.pk),
            before={"hidden_at": before},
            after={"hidden_at": row.hidden_at},
        )
        events.message_moderated(row, act)
        after_commit.announce_changed_chat(row.game_id)
    message.hidden_at = row.hidden_at
