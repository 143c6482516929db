"""Challenges, chat messages and vacations, read only."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin

from games.admin.filters import KindFilter
from games.admin.large_lists import LargeList
from games.admin.rights import NotOfMyGames, ReadOnly
from games.models import Challenge, ChatMessage, Vacation


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly, NotOfMyGames, LargeList, admin.ModelAdmin):
    list_display = ("pk", "kind", "creator", "audience", "invited", "status", "created_at")
    list_filter = (KindFilter, "status", "audience", "is_rated")
    number_paths = ("pk", "game")
    person_paths = ("creator", "invited")
    exclude = ("token", "nonce")
    list_select_related: ClassVar[Any] = ["creator", "invited"]
    actions = None


@admin.register(ChatMessage)
class ChatMessageAdmin(ReadOnly, NotOfMyGames, LargeList, admin.ModelAdmin):
    list_display = ("pk", "game", "room", "author", "text", "at", "hidden_at")
    list_filter = ("room", ("hidden_at", admin.EmptyFieldListFilter))
    number_paths = ("pk", "game")
    person_paths = ("author",)
    list_select_related: ClassVar[Any] = ["game", "author"]
    actions = None


@admin.register(Vacation)
class VacationAdmin(ReadOnly, LargeList, admin.ModelAdmin):
    list_display = ("user", "starts", "ends", "announced_at")
    list_select_related: ClassVar[Any] = ["user"]
    actions = None
