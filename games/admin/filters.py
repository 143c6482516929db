"""The filters of the lists of games and people."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import timedelta
from typing import Any

from django.contrib.admin import SimpleListFilter
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.for_games import Device
from games import kinds
from games.admin.rights import my_running_games
from games.lobby import desertion
from games.models import Case, EndedBy, Game, ModerationAct, Report, Sanction, Seat
from games.notify import channels
from games.notify.reasons import DeliveryReason

RUNNING = Game.Status.RUNNING
YES = [("yes", _("Yes"))]
HALF_A_YEAR = timedelta(days=180)
MOST_DESERTERS = 500


class KindFilter(SimpleListFilter):
    title, parameter_name = _("kind"), "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(kind.key, kind.title) for kind in kinds.all()]

    def queryset(self, request: HttpRequest, games: QuerySet[Game]) -> QuerySet[Game]:
        return games.filter(kind=self.value()) if self.value() else games


class ChannelFilter(SimpleListFilter):
    title, parameter_name = _("channel"), "channel"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(channel.KEY, channel.TITLE) for channel in channels.all()]

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(channel=self.value()) if self.value() else rows


class ReasonFilter(SimpleListFilter):
    title, parameter_name = _("reason"), "reason"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(reason.value, reason.value) for reason in DeliveryReason]

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(reason=self.value()) if self.value() else rows


class StalledFilter(SimpleListFilter):
    """Games that do not go on: out of time, or without a move for long."""

    title, parameter_name = _("stalled"), "stalled"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("time", _("Out of time")),
            ("14", _("No moves for 14 days")),
            ("60", _("No moves for 60 days")),
        ]

    def queryset(self, request: HttpRequest, games: QuerySet[Game]) -> QuerySet[Game]:
        now = timezone.now()
        match self.value():
            case "time":
                return games.filter(status=RUNNING, deadline__lt=now, paused_at=None)
            case "14" | "60" as days:
                return games.filter(status=RUNNING, turn_since__lt=now - timedelta(days=int(days)))
        return games


class WaitingSinceFilter(SimpleListFilter):
    title, parameter_name = _("waiting for a move since"), "waiting"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("1", _("more than a day")), ("3", _("more than 3 days")), ("7", _("more than a week"))]

    def queryset(self, request: HttpRequest, games: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() not in ("1", "3", "7"):
            return games
        since = timezone.now() - timedelta(days=int(self.value() or 0))
        return games.filter(status=RUNNING, turn_since__lt=since)


class YesFilter(ABC, SimpleListFilter):
    """A filter with one choice. It must not tell a player more about their own game than its page does."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return YES

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        return self.chosen(request, rows) if self.value() == "yes" else rows

    @abstractmethod
    def chosen(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        """The rows that pass the filter."""


class ReportedGameFilter(YesFilter):
    title, parameter_name = _("reported, not settled"), "reported"

    def chosen(self, request: HttpRequest, rows: QuerySet[Game]) -> QuerySet[Game]:
        open_ones = Report.objects.filter(game=OuterRef("pk"), case__status=Case.Status.OPEN)
        return rows.filter(Exists(open_ones)).exclude(pk__in=my_running_games(request))


class ModeratedFilter(YesFilter):
    title, parameter_name = _("with moderator actions"), "moderated"

    def chosen(self, request: HttpRequest, rows: QuerySet[Game]) -> QuerySet[Game]:
        acts = ModerationAct.objects.filter(game=OuterRef("pk"))
        return rows.filter(Exists(acts)).exclude(pk__in=my_running_games(request))


class PausedFilter(YesFilter):
    title, parameter_name = _("clock stopped"), "paused"

    def chosen(self, request: HttpRequest, rows: QuerySet[Game]) -> QuerySet[Game]:
        return rows.filter(paused_at__isnull=False)


# Filters of people


class SanctionedFilter(YesFilter):
    title, parameter_name = _("sanctioned now"), "sanctioned"

    def chosen(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        holds = Q(until=None) | Q(until__gt=timezone.now())
        return rows.filter(Exists(Sanction.objects.filter(holds, user=OuterRef("pk"), lifted_at=None)))


class ReportedPersonFilter(YesFilter):
    title, parameter_name = _("reported, not settled"), "reported"

    def chosen(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        open_ones = Case.objects.filter(subject=OuterRef("pk"), status=Case.Status.OPEN)
        return rows.filter(Exists(open_ones)).exclude(pk=request.user.pk)


class SameDeviceFilter(YesFilter):
    title, parameter_name = _("shares a device"), "device"

    def chosen(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        shared = Device.objects.values("key").annotate(people=Count("user")).filter(people__gt=1).values("key")
        return rows.filter(Exists(Device.objects.filter(user=OuterRef("pk"), key__in=shared)))


class DeserterFilter(YesFilter):
    """An estimate by all their games, where the rule looks at the last ones only.

    Only those are counted who lost enough games on time in the last half year, which an index finds.
    """

    title, parameter_name = _("often loses on time"), "deserters"

    def chosen(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        least, share, _most = desertion.STEPS[-1]
        lost = Seat.objects.filter(game__decided=EndedBy.TIMEOUT, game__ended_at__gt=timezone.now() - HALF_A_YEAR)
        lost = lost.exclude(user=None).exclude(game__winner=F("number"))
        often = lost.order_by().values("user").annotate(count=Count("pk")).filter(count__gte=least)
        people = list(often.order_by("-count").values_list("user", flat=True)[:MOST_DESERTERS])
        return rows.filter(pk__in=people, timeouts__gte=least, timeouts__gt=share * F("ended"))
