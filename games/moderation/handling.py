"""A case handled by one form: messages hidden, a measure taken and the case settled, all of it or nothing of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.utils import timezone

from games.models import Case, ChatMessage, Report, Sanction
from games.moderation import audit, cases, chat, people
from games.moderation.refusals import ModerationRefused

if TYPE_CHECKING:
    from accounts.for_games import User

Measure, Offence = Sanction.Measure, Report.Offence


@dataclass(frozen=True, slots=True)
class StandardMeasure:
    """A measure of the usual length."""

    kind: Sanction.Measure
    lasts: timedelta | None = None

    @property
    def key(self) -> str:
        return self.kind.value


WARNING: Final = StandardMeasure(Measure.WARNING)
CHAT_BAN: Final = StandardMeasure(Measure.CHAT_TIMEOUT, timedelta(days=3))
SUSPENSION: Final = StandardMeasure(Measure.SUSPENSION, timedelta(days=3))
RENAME: Final = StandardMeasure(Measure.RENAME)
MEASURES: Final[Mapping[str, Sequence[StandardMeasure]]] = {  # for the reason of a case; the person's page has all
    Offence.ABUSE: (WARNING, CHAT_BAN),
    Offence.SPAM: (WARNING, CHAT_BAN),
    Offence.WORDS: (WARNING, CHAT_BAN),
    Offence.NAME: (RENAME, WARNING),
    Offence.STALLING: (WARNING, SUSPENSION),
    Offence.CHEATING: (WARNING, SUSPENSION),
    Offence.TWO_ACCOUNTS: (WARNING, SUSPENSION),
    Offence.RATING: (WARNING, SUSPENSION),
    Offence.OTHER: (WARNING, CHAT_BAN),
}
REASONS: Final[Mapping[str, str]] = {  # the set reason that is chosen to begin with (set_reasons.py)
    Offence.ABUSE: "tone",
    Offence.SPAM: "spam",
    Offence.WORDS: "tone",
    Offence.NAME: "name",
    Offence.STALLING: "stalling",
    Offence.CHEATING: "help",
    Offence.TWO_ACCOUNTS: "accounts",
    Offence.RATING: "arranged",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """What a moderator wants to have done about a case."""

    messages: Sequence[ChatMessage] = ()  # to hide
    measure: StandardMeasure | None = None
    reason: str = ""  # its subject reads it
    answer: str = ""  # with one, the case is settled
    words: str = ""
    seen: int | None = None  # the last act about the subject that the moderator knew of

    @property
    def is_act(self) -> bool:
        return bool(self.messages or self.measure)


@dataclass(slots=True)
class Done:
    """What was done, or would be."""

    hidden: list[ChatMessage] = field(default_factory=list)
    sanction: Sanction | None = None
    is_settled: bool = False


def measures_for(case: Case) -> list[StandardMeasure]:
    """The usual measures against the subject of a case."""
    subject = case.subject
    if subject is None:
        return []
    return [one for one in MEASURES.get(case.reason, ()) if not (one.kind is Measure.RENAME and subject.is_guest)]


def messages_of(case: Case) -> list[ChatMessage]:
    """The messages of its subject that were reported and can still be read."""
    shown = ChatMessage.objects.filter(reports__case=case, author=case.subject_id, hidden_at=None)
    return list(shown.select_related("author", "game").order_by("pk").distinct())


def handle(*, by: User, case_id: int, plan: Plan) -> Done:
    """Carry out a plan. Raises CaseRefused or ModerationRefused, and then nothing of it was done."""
    with audit.writing():
        case = cases.open_case(by=by, case_id=case_id)
        if case.subject is not None and plan.seen is not None and people.last_act_about(case.subject) > plan.seen:
            raise ModerationRefused("acted-on-meanwhile")
        done = Done()
        for message in plan.messages:
            chat.hide_message(by=by, message=message, reason=plan.reason)
            done.hidden.append(message)
        if plan.measure and case.subject is not None:
            done.sanction = people.impose(
                by=by,
                user=case.subject,
                kind=plan.measure.kind,
                reason=plan.reason,
                until=_end(plan.measure),
                case=case,
            )
        if plan.answer:
            cases.settle(by=by, case_id=case_id, answer=plan.answer, words=plan.words)
            done.is_settled = True
    return done


def preview(*, by: User, case_id: int, plan: Plan) -> Done:
    """Carry a plan out and roll it back: so the preview cannot say anything but what happens."""
    with transaction.atomic():
        done = handle(by=by, case_id=case_id, plan=plan)
        transaction.set_rollback(True)
    return done


def _end(measure: StandardMeasure) -> datetime | None:
    return timezone.now() + measure.lasts if measure.lasts else None
