"""Addresses, second factors, sessions and groups: administrators read them, nobody changes them here."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import Group

from games.admin.large_lists import LargeList
from games.admin.rights import ReadOnly

for model in (EmailAddress, Authenticator, UserSession, Group):
    admin.site.unregister(model)  # their packages register forms that ask for no reason


@admin.register(EmailAddress)
class EmailAddressAdmin(ReadOnly, LargeList, admin.ModelAdmin):
    list_display = ("email", "user", "primary", "verified")
    list_filter = ("primary", "verified")
    text_paths = ("email",)
    list_select_related = ("user",)
    actions = None


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnly, LargeList, admin.ModelAdmin):
    """Shows that there is an authenticator, never its secret."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    fields = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    actions = None


@admin.register(UserSession)
class UserSessionAdmin(ReadOnly, LargeList, admin.ModelAdmin):
    list_display = ("user", "ip", "user_agent", "created_at", "last_seen_at")
    fields = ("user", "ip", "user_agent", "created_at", "last_seen_at")
    list_select_related = ("user",)
    actions = None


@admin.register(Group)
class GroupAdmin(ReadOnly, admin.ModelAdmin):
    """The roles. Their permissions are in games/moderation/roles.py; the page of a user gives and takes them."""

    list_display = ("name",)
    actions = None
