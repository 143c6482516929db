"""What a moderator does not read because they are involved: of cases of theirs, and of games that they play in.

The export of the audit is whole all the same, for without all rows its chain cannot be checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from games.models import ChatMessage, Game, ModerationAct, Report, Seat
from games.moderation import cases

if TYPE_CHECKING:
    from accounts.for_games import User


def reports_for(reader: User) -> QuerySet[Report]:
    return Report.objects.exclude(case__in=cases.cases_involving(reader))


def messages_for(reader: User) -> QuerySet[ChatMessage]:
    """Beside a game of their own they see what players see, for good: nothing that is hidden."""
    return ChatMessage.objects.exclude(game__in=_own(reader).values("game"))


def acts_for(reader: User) -> QuerySet[ModerationAct]:
    """The audit without what was done about a case of theirs, or in a game that they play in, as long as it runs."""
    running = _own(reader).filter(game__status=Game.Status.RUNNING)
    involving = cases.cases_involving(reader).values("pk")
    is_about_them = Q(subject_type=ModerationAct.SubjectType.CASE, subject_id__in=involving)
    return ModerationAct.objects.exclude(game__in=running.values("game")).exclude(is_about_them)


def _own(reader: User) -> QuerySet[Seat]:
    return Seat.objects.filter(user=reader)
