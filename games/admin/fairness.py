"""The records of moderation, read only: moderators act on them at the desk."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.for_games import Device
from games.admin.large_lists import BoundedPaginator, LargeList
from games.admin.rights import NotAboutMe, NotOfMyGames, ReadOnly, staff
from games.models import Appeal, AppealMessage, Block, Case, ModerationAct, Report, Sanction
from games.moderation import conflict_of_interest


class ReportInline(ReadOnly, NotOfMyGames, admin.TabularInline):
    model = Report
    extra = 0
    readonly_fields = ("at",)
    fields = ("at", "reporter", "is_automatic", "target", "game", "text", "answer", "answered_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("reporter", "game")


@admin.register(Case)
class CaseAdmin(ReadOnly, NotAboutMe, LargeList, admin.ModelAdmin):
    list_display = ("pk", "subject", "reason", "status", "outcome", "claimed_by", "opened_at", "closed_at")
    list_filter = ("status", "reason", "outcome")
    person_paths = ("subject",)
    list_select_related: ClassVar[Any] = ["subject", "claimed_by"]
    inlines: ClassVar = [ReportInline]
    actions = None


@admin.register(Report)
class ReportAdmin(ReadOnly, NotOfMyGames, NotAboutMe, LargeList, admin.ModelAdmin):
    person_path = "case__subject"
    list_display = ("pk", "at", "reporter", "is_automatic", "target", "reason", "game", "case", "answered_at")
    list_filter = ("reason", "target", "is_automatic", ("answered_at", admin.EmptyFieldListFilter))
    number_paths = ("pk", "game")
    person_paths = ("reporter", "case__subject")
    list_select_related: ClassVar[Any] = ["reporter", "game", "case"]
    actions = None


@admin.register(Sanction)
class SanctionAdmin(ReadOnly, LargeList, admin.ModelAdmin):
    list_display = ("pk", "user", "kind", "at", "until", "acknowledged_at", "lifted_at", "act")
    list_filter = ("kind", ("lifted_at", admin.EmptyFieldListFilter))
    list_select_related: ClassVar[Any] = ["user"]
    actions = None


class AppealMessageInline(ReadOnly, admin.StackedInline):
    model = AppealMessage
    extra = 0
    readonly_fields = ("at",)
    fields = ("at", "author", "is_by_staff", "text")


@admin.register(Appeal)
class AppealAdmin(ReadOnly, LargeList, admin.ModelAdmin):
    list_display = ("pk", "sanction", "status", "opened_at")
    list_filter = ("status",)
    person_paths = ("sanction__user",)
    list_select_related: ClassVar[Any] = ["sanction"]
    inlines: ClassVar = [AppealMessageInline]
    actions = None


@admin.register(Block)
class BlockAdmin(ReadOnly, NotAboutMe, LargeList, admin.ModelAdmin):
    person_path = "whom"
    list_display = ("by", "whom", "at")
    person_paths = ("by", "whom")
    list_select_related: ClassVar[Any] = ["by", "whom"]
    actions = None


@admin.register(Device)
class DeviceAdmin(ReadOnly, LargeList, admin.ModelAdmin):
    list_display = ("key", "user", "first_seen", "last_seen")
    text_paths = ("key",)
    list_select_related: ClassVar[Any] = ["user"]
    actions = None


@admin.register(ModerationAct)
class ModerationActAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("number", "at", "moderator", "what", "game", "event", "person", "subject", "reason")
    list_filter = ("what", "at")
    search_fields = ("=number", "=game", "=person", "=moderator", "=subject_id", "subject_name", "reason")
    paginator = BoundedPaginator
    show_full_result_count = False
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[ModerationAct]:
        return super().get_queryset(request).filter(pk__in=conflict_of_interest.acts_for(staff(request)).values("pk"))
