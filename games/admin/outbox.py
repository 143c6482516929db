"""Notifications and their deliveries; failed deliveries can be sent again."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.admin.filters import ChannelFilter, ReasonFilter
from games.admin.large_lists import LargeList
from games.admin.rights import NotOfMyGames, NotOfReportsAboutMe, ReadOnly, ReasonedActionForm, reason_given, staff
from games.models import Delivery, Notification
from games.moderation import site_acts

MOST_TOLD = 200  # notifications whose deliveries a search finds


class DeliveryInline(ReadOnly, admin.TabularInline):
    model = Delivery
    extra = 0
    exclude = ("claim",)


@admin.register(Notification)
class NotificationAdmin(ReadOnly, NotOfMyGames, NotOfReportsAboutMe, LargeList, admin.ModelAdmin):
    list_display = ("pk", "user", "occasion", "game", "seq", "at", "read_at")
    list_filter = ("occasion",)
    number_paths = ("pk", "game")
    list_select_related: ClassVar[Any] = ["user", "game"]
    inlines: ClassVar = [DeliveryInline]
    actions = None


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, NotOfMyGames, NotOfReportsAboutMe, LargeList, admin.ModelAdmin):
    """A failed delivery has the state “given up”."""

    game_path = "notification__game"
    report_path = "notification__report"
    list_display = ("pk", "occasion", "person", "channel", "state", "reason", "tries", "due_at", "done_at", "error")
    list_filter = ("state", ChannelFilter, ReasonFilter, "notification__occasion")
    text_paths = ("message_id",)
    list_select_related: ClassVar[Any] = ["notification__user"]
    exclude = ("claim",)
    action_form = ReasonedActionForm
    actions = ("send_again",)

    def of_number(self, number: int) -> list[Q]:
        return [Q(pk=number), Q(notification__in=_latest(game=number))]

    def of_people(self, people: list[int]) -> list[Q]:
        return [Q(notification__in=_latest(user__in=people))]

    @admin.display(description=_("event type"))
    def occasion(self, row: Delivery) -> str:
        return row.notification.get_occasion_display()

    @admin.display(description=_("user"))
    def person(self, row: Delivery) -> str:
        return row.notification.user.username

    @admin.action(description=_("Resend failed letters"), permissions=["retry"])
    def send_again(self, request: HttpRequest, rows: QuerySet[Delivery]) -> None:
        reason = reason_given(request)
        if not reason:
            return
        count = site_acts.resend_letters(by=staff(request), letters=rows, reason=reason)
        said = ngettext("%(count)s letter will be sent again.", "%(count)s letters will be sent again.", count)
        self.message_user(request, said % {"count": count})

    def has_retry_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_delivery")


def _latest(**about: Any) -> list[int]:
    """The ids of the latest notifications; as a join PostgreSQL would read all deliveries for them."""
    return list(Notification.objects.filter(**about).order_by("-pk").values_list("pk", flat=True)[:MOST_TOLD])
