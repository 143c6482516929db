"""The admin: every game and event to be seen, none to be changed."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import kinds, log
from games.models import Challenge, ChatMessage, Delivery, Event, Game, Notification, Seat, Vacation
from games.notify import outbox


class ReadOnly:
    """What is shown here is changed only through the site's own doors."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):
    model = Seat
    extra = 0


class EventInline(ReadOnly, admin.TabularInline):
    model = Event
    extra = 0
    fields = ("seq", "kind", "seat", "text", "at", "key", "digest", "chain")


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):
    list_display = (
        "pk",
        "kind",
        "status",
        "to_move",
        "turn_since",
        "deadline",
        "head",
        "winner",
        "decided",
        "is_public",
        "is_rated",
    )
    list_filter = ("kind", "status", "decided", "is_public", "is_rated", "clock")
    search_fields = ("=pk", "seats__user__username", "=commitment")
    date_hierarchy = "created_at"
    inlines: ClassVar = [SeatInline, EventInline]
    readonly_fields = ("board",)

    @admin.display(description=_("board"))
    def board(self, game: Game) -> SafeString:
        return format_html("<pre>{}</pre>", kinds.get(game.kind).draw(log.position(game).state))


@admin.register(Event)
class EventAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("game", "seq", "kind", "seat", "text", "at")
    list_filter = ("kind", "seat")
    search_fields = ("=game__pk", "text")
    list_select_related: ClassVar[Any] = ["game"]


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("pk", "kind", "creator", "audience", "invited", "status", "created_at")
    list_filter = ("kind", "status", "audience", "is_rated")
    search_fields = ("creator__username", "invited__username")
    exclude = ("token",)


@admin.register(ChatMessage)
class ChatMessageAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("pk", "game", "room", "author", "text", "at")
    list_filter = ("room",)
    search_fields = ("=game__pk", "author__username", "text")
    date_hierarchy = "at"
    list_select_related: ClassVar[Any] = ["game", "author"]


@admin.register(Vacation)
class VacationAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("user", "starts", "ends", "announced_at")
    search_fields = ("user__username",)
    date_hierarchy = "starts"
    list_select_related: ClassVar[Any] = ["user"]


class DeliveryInline(ReadOnly, admin.TabularInline):
    model = Delivery
    extra = 0


@admin.register(Notification)
class NotificationAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("pk", "user", "occasion", "game", "seq", "at", "read_at")
    list_filter = ("occasion",)
    search_fields = ("user__username", "=game__pk")
    date_hierarchy = "at"
    list_select_related: ClassVar[Any] = ["user", "game"]
    inlines: ClassVar = [DeliveryInline]


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, admin.ModelAdmin):
    """Dead letters are those with the state “given up”."""

    list_display = ("pk", "notification", "person", "channel", "state", "reason", "tries", "due_at", "done_at", "error")
    list_filter = ("state", "channel", "reason")
    search_fields = ("notification__user__username", "=message_id", "=notification__game__pk")
    list_select_related: ClassVar[Any] = ["notification__user"]
    actions = ("send_again",)

    @admin.display(description=_("user"))
    def person(self, row: Delivery) -> str:
        return row.notification.user.username

    @admin.action(description=_("Send dead letters again"), permissions=["retry"])
    def send_again(self, request: HttpRequest, rows: QuerySet[Delivery]) -> None:
        count = outbox.send_again(rows)
        said = ngettext("%(count)s letter is sent again.", "%(count)s letters are sent again.", count)
        self.message_user(request, said % {"count": count})

    def has_retry_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("games.change_delivery")
