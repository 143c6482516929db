"""Appeals against sanctions: one thread for each sanction, until a moderator closes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet

from games.chat import plaintext
from games.models import Appeal, AppealMessage, ModerationAct, Notification, Sanction
from games.moderation import audit, people, roles
from games.moderation.audit import Subject, SubjectType
from games.moderation.refusals import ModerationRefused
from games.notify import outbox

if TYPE_CHECKING:
    from accounts.for_games import User

Status = Appeal.Status
LONGEST = 2000
MOST_UNANSWERED = 3  # messages in a row by the person
MOST = 30  # messages of one thread, by the person


def write(*, user: User, sanction_id: int, text: str, seen: int = 0) -> AppealMessage:
    """Open the thread, or add a message. The same text with the same ``seen`` is taken for a form sent twice."""
    text = _checked(text)
    with transaction.atomic():
        sanction = Sanction.objects.select_for_update(of=("self",)).get(pk=sanction_id, user=user)
        if sanction.lifted_at is not None:
            raise ModerationRefused("lifted-already")
        appeal, _is_new = Appeal.objects.get_or_create(sanction=sanction)
        if appeal.status == Status.CLOSED:
            raise ModerationRefused("appeal-closed")
        said = list(appeal.messages.order_by("-pk"))
        for message in said:
            if message.pk > seen and not message.is_by_staff and message.text == text:
                return message
        if sum(not message.is_by_staff for message in said) >= MOST or _unanswered(said) >= MOST_UNANSWERED:
            raise ModerationRefused("wait-for-an-answer")
        Appeal.objects.filter(pk=appeal.pk).update(status=Status.OPEN)
        return AppealMessage.objects.create(appeal=appeal, author=user, text=text)


def answer(
    *, by: User, appeal: Appeal, text: str, is_last: bool = False, is_lifted: bool = False, seen: int | None = None
) -> AppealMessage:
    """Answer as a moderator, and if asked close the thread or lift the sanction, with the answer as the reason.

    ``seen`` is the last message that the moderator has read: a form sent twice, or too late, is refused.
    """
    if not roles.is_moderator(by):
        raise ModerationRefused("not-a-moderator")
    text = _checked(text)
    with audit.writing():
        people.lock_person(appeal.sanction.user)
        held = Sanction.objects.select_for_update(of=("self",)).select_related("user")
        sanction = held.get(pk=appeal.sanction_id)  # locked in the same order by write()
        thread = Appeal.objects.get(pk=appeal.pk)
        if sanction.user_id == by.pk:
            raise ModerationRefused("yourself")
        if people.is_involved(by, sanction.user):
            raise ModerationRefused("involved")
        if thread.status == Status.CLOSED:
            raise ModerationRefused("appeal-closed")
        if seen is not None and last_said(thread) > seen:
            raise ModerationRefused("said-meanwhile")
        before = thread.status
        thread.status = Status.CLOSED if is_last or is_lifted else Status.ANSWERED
        thread.save(update_fields=["status"])
        message = AppealMessage.objects.create(appeal=thread, author=by, is_by_staff=True, text=text)
        audit.record(
            by=by,
            what=ModerationAct.What.ANSWER_APPEAL,
            reason=text,
            person=sanction.user_id,
            subject=Subject(SubjectType.APPEAL, thread.pk),
            before={"status": before},
            after={"status": thread.status},
        )
        if is_lifted:
            people.lift(by=by, sanction=sanction, reason=text[: people.LONGEST_REASON])
        key = f"appeal:{message.pk}"
        outbox.add(sanction.user, Notification.Occasion.APPEAL, key, sanction=sanction)
        return message


def waiting() -> QuerySet[Appeal]:
    """The appeals without an answer."""
    return Appeal.objects.filter(status=Status.OPEN)


def last_said(appeal: Appeal) -> int:
    """The id of the last message of a thread."""
    return appeal.messages.order_by("-pk").values_list("pk", flat=True).first() or 0


def _checked(text: str) -> str:
    if len(text) > 10 * LONGEST:
        raise ModerationRefused("text-too-long")
    text = plaintext.cleaned(text)
    if not text:
        raise ModerationRefused("no-text")
    if len(text) > LONGEST:
        raise ModerationRefused("text-too-long")
    return text


def _unanswered(latest_first: list[AppealMessage]) -> int:
    """The number of messages since the last answer of a moderator."""
    return next((place for place, said in enumerate(latest_first) if said.is_by_staff), len(latest_first))
