"""Challenges, chat messages and vacations, read only."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin

from games.admin.rights import NotOfMyGames, ReadOnly
from games.models import Challenge, ChatMessage, Vacation


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly, NotOfMyGames, admin.ModelAdmin):
    list_display = ("pk", "kind", "creator", "audience", "invited", "status", "created_at")
    list_filter = ("kind", "status", "audience", "is_rated")
    search_fields = ("creator__username", "invited__username")
    exclude = ("token", "nonce")
    list_select_related: ClassVar[Any] = ["creator", "invited"]
    actions = None


@admin.register(ChatMessage)
class ChatMessageAdmin(ReadOnly, NotOfMyGames, admin.ModelAdmin):
    list_display = ("pk", "game", "room", "author", "text", "at", "hidden_at")
    list_filter = ("room", ("hidden_at", admin.EmptyFieldListFilter))
    search_fields = ("=game__pk", "author__username", "text")
    date_hierarchy = "at"
    list_select_related: ClassVar[Any] = ["game", "author"]
    actions = None


@admin.register(Vacation)
class VacationAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("user", "starts", "ends", "announced_at")
    search_fields = ("user__username",)
    date_hierarchy = "starts"
    list_select_related: ClassVar[Any] = ["user"]
    actions = None
