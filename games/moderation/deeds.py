"""What has been done about a case since it was opened: what the page lists, and what an answer may claim."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from games.models import Case, ChatMessage, ModerationAct, Sanction
from games.moderation.answers import Deed

SubjectType, What = ModerationAct.SubjectType, ModerationAct.What
MOST = 20
_HANDLING = (What.CLAIM, What.RELEASE, What.SETTLE, What.REOPEN)


def acts_of(case: Case) -> QuerySet[ModerationAct]:
    """The acts about the case: on its games, and on its subject and their messages, since the first report."""
    games = case.reports.exclude(game=None).values("game")
    about = Q(game__in=games, event__isnull=False)
    if case.subject_id is not None:
        about |= Q(person=case.subject_id, event=None)
    acts = ModerationAct.objects.filter(about, at__gte=case.opened_at).exclude(moderator=None)
    return acts.exclude(what__in=_HANDLING).exclude(what=What.ANSWER_APPEAL).order_by("number")


def done(case: Case) -> set[Deed]:
    """What stands of it: a sanction that was lifted, and a message that is shown again, were not done."""
    found = set()
    sanctions = Sanction.objects.filter(user=case.subject_id, at__gte=case.opened_at, lifted_at=None)
    kinds = set(sanctions.values_list("kind", flat=True)) if case.subject_id else set()
    if kinds:
        found.add(Deed.SANCTIONED)
    if Sanction.Measure.WARNING in kinds:
        found.add(Deed.WARNED)
    if Sanction.Measure.RENAME in kinds:
        found.add(Deed.RENAMED)
    if _has_hidden(case):
        found.add(Deed.HIDDEN)
    if acts_of(case).filter(event__isnull=False).exists():
        found.add(Deed.GAME)
    return found | ({Deed.ANYTHING} if found else set())


def _has_hidden(case: Case) -> bool:
    if case.reports.filter(message__hidden_at__isnull=False).exists():
        return True
    hidden = acts_of(case).filter(what=What.HIDE_MESSAGE, subject_type=SubjectType.MESSAGE).values("subject_id")
    return ChatMessage.objects.filter(pk__in=hidden, hidden_at__isnull=False).exists()
