"""The reads for the page of a person at the desk, on which moderators base their decisions.

The ``reader`` does not see what they are involved in themselves (conflict_of_interest.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone

from accounts.for_games import Device, User
from games.lobby import desertion
from games.models import Appeal, ChatMessage, EndedBy, Game, ModerationAct, Report, Sanction, Seat
from games.moderation import conflict_of_interest

MOST = 20  # rows of each list
LATELY = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Figures:
    """Numbers about a person. None of them alone says that anything is wrong."""

    finished: int  # games against people, in the last 90 days
    timed_out: int  # of these, lost on time
    reports_about: int
    reports_by: int
    hidden: int  # messages hidden by moderators
    blocked_by: int
    same_device: int  # others who used the same browser


def figures(user: User, *, reader: User) -> Figures:
    since = timezone.now() - LATELY
    own = Seat.objects.filter(user=user, game__status=Game.Status.OVER, game__ended_at__gte=since)
    own = own.filter(~desertion.has_bot())
    lost = Q(game__decided=EndedBy.TIMEOUT) & ~Q(game__winner=F("number"))
    ended = own.aggregate(finished=Count("pk"), timed_out=Count("pk", filter=lost))
    reports = conflict_of_interest.reports_for(reader)
    return Figures(
        finished=ended["finished"],
        timed_out=ended["timed_out"],
        reports_about=reports.filter(case__subject=user).count(),
        reports_by=reports.filter(reporter=user).count(),
        hidden=_hidden(user, reader).count(),
        blocked_by=user.blocked_by.count(),
        same_device=same_device(user).count(),
    )


def same_device(user: User) -> QuerySet[User]:
    """Others who used a browser of this person."""
    keys = Device.objects.filter(user=user).values("key")
    return User.objects.filter(devices__key__in=keys).exclude(pk=user.pk).distinct().order_by("pk")


def sanctions_of(user: User) -> QuerySet[Sanction]:
    return Sanction.objects.filter(user=user).select_related("appeal").order_by("-at", "-pk")


def reports_about(user: User, *, reader: User) -> list[Report]:
    rows = conflict_of_interest.reports_for(reader).filter(case__subject=user).select_related("reporter", "case")
    return list(rows.order_by("-at", "-pk")[:MOST])


def reports_by(user: User, *, reader: User) -> list[Report]:
    rows = conflict_of_interest.reports_for(reader).filter(reporter=user).select_related("case__subject")
    return list(rows.order_by("-at", "-pk")[:MOST])


def games_of(user: User, most: int = 8) -> QuerySet[Game]:
    rows = Game.objects.filter(seats__user=user).prefetch_related("seats__user")
    return rows.order_by("-turn_since", "-pk")[:most]


def hidden_messages(user: User, *, reader: User) -> list[ChatMessage]:
    return list(_hidden(user, reader).order_by("-pk")[:MOST])


def acts_about(user: User, *, reader: User) -> list[tuple[ModerationAct, str]]:
    """The latest acts about a person, each with the name of the moderator."""
    acts = list(conflict_of_interest.acts_for(reader).filter(person=user.pk).order_by("-number")[:MOST])
    names = dict(User.objects.filter(pk__in={act.moderator for act in acts}).values_list("pk", "username"))
    return [(act, names.get(act.moderator or 0, "")) for act in acts]


def appeals(*, is_open: bool) -> QuerySet[Appeal]:
    """The appeals that wait for an answer, oldest first; or the others, newest first."""
    rows = Appeal.objects.select_related("sanction__user")
    if is_open:
        return rows.filter(status=Appeal.Status.OPEN).order_by("opened_at", "pk")
    return rows.exclude(status=Appeal.Status.OPEN).order_by("-opened_at", "-pk")


def people_like(name: str) -> list[User]:
    """The people whose name begins with the given text; without one, those with the latest sanctions."""
    if not name:
        rows = User.objects.filter(sanctions__isnull=False).annotate(last=Max("sanctions__at"))
        return list(rows.order_by("-last")[:MOST])
    return list(User.objects.called(name).order_by("username")[:50])


def _hidden(user: User, reader: User) -> QuerySet[ChatMessage]:
    return conflict_of_interest.messages_for(reader).filter(author=user, hidden_at__isnull=False)
