"""Acts of administrators on the site itself: switches, notices, flagged words, set answers, and mails sent again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Delivery, FlaggedWord, SetText, SiteNotice, Switch
from games.moderation import audit, flags, set_texts
from games.moderation.audit import Subject, SubjectType, What
from games.notify import outbox
from games.site import notices, switches

if TYPE_CHECKING:
    from accounts.for_games import User

MOST_NAMED = 50  # deliveries that the audit lists by id


def turn_switch(*, by: User | None, key: str, is_on: bool, reason: str) -> Switch:
    """Turn a switch on or off. It affects new things only: guests stay guests, bots finish their games."""
    with audit.writing():
        switch, _ = Switch.objects.select_for_update().get_or_create(key=key)
        before, switch.is_on = switch.is_on, is_on
        switch.save()
        audit.record(
            by=by,
            what=What.SWITCH,
            reason=reason,
            subject=Subject(SubjectType.SWITCH, name=key),
            before={"on": before},
            after={"on": is_on},
        )
        transaction.on_commit(switches.off.forget)
    return switch


def post_notice(
    *, by: User | None, text: str, starts: datetime, ends: datetime, reason: str, notice_id: int | None = None
) -> SiteNotice:
    """Post a notice to everybody, or change one."""
    with audit.writing():
        notice = SiteNotice() if notice_id is None else SiteNotice.objects.select_for_update().get(pk=notice_id)
        before = {} if notice_id is None else _facts(notice)
        notice.text, notice.starts, notice.ends = text, starts, ends
        notice.save()
        audit.record(
            by=by,
            what=What.NOTICE,
            reason=reason,
            subject=Subject(SubjectType.NOTICE, notice.pk),
            before=before,
            after=_facts(notice),
        )
        transaction.on_commit(notices.posted.forget)
    return notice


def flag_word(*, by: User | None, word: str, reason: str) -> FlaggedWord:
    with audit.writing():
        flagged = FlaggedWord.objects.create(word=word)
        subject = Subject(SubjectType.WORD, flagged.pk)
        audit.record(by=by, what=What.WORD, reason=reason, subject=subject, after={"word": word})
        transaction.on_commit(flags.known.forget)
    return flagged


def unflag_words(*, by: User | None, words: QuerySet[FlaggedWord], reason: str) -> int:
    with audit.writing():
        rows = list(words.order_by("pk"))
        for row in rows:
            subject = Subject(SubjectType.WORD, row.pk)
            audit.record(by=by, what=What.WORD, reason=reason, subject=subject, before={"word": row.word})
        FlaggedWord.objects.filter(pk__in=[row.pk for row in rows]).delete()
        transaction.on_commit(flags.known.forget)
    return len(rows)


def write_set_text(*, by: User | None, key: str, texts: Mapping[str, str], reason: str) -> bool:
    """Write the words of a set answer or reason, by language; empty ones are the built-in ones. Whether any changed."""
    with audit.writing():
        set_texts.known.forget()  # another process may have written since this one looked
        before = {language: set_texts.written(key, language) for language in texts}
        changed = {language: text for language, text in texts.items() if text != before[language]}
        if changed:
            now = timezone.now()
            SetText.objects.bulk_create(
                SetText(key=key, language=language, text=text, at=now) for language, text in changed.items()
            )
            audit.record(
                by=by,
                what=What.SET_TEXT,
                reason=reason,
                before={"set-text": key} | {language: before[language] for language in changed},
                after={"set-text": key} | changed,
            )
        set_texts.known.forget()
        transaction.on_commit(set_texts.known.forget)
    return bool(changed)


def resend_letters(*, by: User | None, letters: QuerySet[Delivery], reason: str) -> int:
    """Send failed deliveries again. Returns their number."""
    with audit.writing():
        dead = list(letters.filter(state=Delivery.State.DEAD).order_by("pk").values_list("pk", flat=True))
        count = outbox.send_again(Delivery.objects.filter(pk__in=dead))
        if count:
            audit.record(
                by=by,
                what=What.RESEND,
                reason=reason,
                subject=Subject(SubjectType.LETTERS),
                before={"letters": dead[:MOST_NAMED]},
                after={"count": count},
            )
    return count


def create_switches(**_: Any) -> None:
    """Create the row of each switch, for the administration; called after every migration."""
    for key in Switch.Key.values:
        Switch.objects.get_or_create(key=key)


def _facts(notice: SiteNotice) -> dict[str, object]:
    return {"text": notice.text, "from": notice.starts, "until": notice.ends}
