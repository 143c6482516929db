"""Reads without what a moderator may not see because they are involved: in a case, or as player of a game.

The export of the audit is complete all the same, because its chain cannot be checked without all rows.
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
    """Messages of games in which the reader does not play: in their own games hidden messages stay hidden."""
    return ChatMessage.objects.exclude(game__in=_own(reader).values("game"))


def acts_for(reader: User) -> QuerySet[ModerationAct]:
    """The audit without acts on cases that involve the reader, and on running games in which they play."""
    running = _own(reader).filter(game__status=Game.Status.RUNNING)
    involving = cases.cases_involving(reader).values("pk")
    is_about_them = Q(subject_type=ModerationAct.SubjectType.CASE, subject_id__in=involving)
    return ModerationAct.objects.exclude(game__in=running.values("game")).exclude(is_about_them)


def _own(reader: User) -> QuerySet[Seat]:
    return Seat.objects.filter(user=reader)
