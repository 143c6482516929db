"""Roles: moderators act on games and people and see no raw data; administrators also act on the site itself.

A role is a Django group. Its permissions are set after every migration from the table below.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, Permission
from django.db.models import Q

from games.models import Game, Seat
from games.moderation import audit
from games.moderation.audit import Subject, SubjectType, What

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.for_games import User

MODERATE = "games.moderate"
ADMINISTER = "games.administer"


class Role(StrEnum):
    MODERATOR = "Moderators"
    ADMINISTRATOR = "Administrators"


class RoleUnchanged(Exception):
    """A change of a role was refused; the code says why."""


# The permissions of each role, by app and code name.
_MODERATOR = {"games": ("moderate", "view_game")}
_ADMINISTRATOR = {
    "games": (
        *("moderate", "administer", "change_switch", "change_delivery"),
        *("add_sitenotice", "change_sitenotice", "add_flaggedword", "delete_flaggedword"),
        *(
            f"view_{model}"
            for model in (
                *("appeal", "appealmessage", "block", "case", "challenge", "chatmessage", "delivery", "event"),
                *("flaggedword", "game", "moderationact", "notification", "report", "sanction", "seat", "sitenotice"),
                *("switch", "vacation"),
            )
        ),
    ),
    "accounts": ("view_device", "view_user"),
    "account": ("view_emailaddress",),
    "auth": ("view_group",),
    "mfa": ("view_authenticator",),
    "usersessions": ("view_usersession",),
}
PERMISSIONS: Mapping[Role, Mapping[str, Sequence[str]]] = {
    Role.MODERATOR: _MODERATOR,
    Role.ADMINISTRATOR: _ADMINISTRATOR,
}


def is_moderator(user: User | AnonymousUser) -> bool:
    return user.is_authenticated and user.is_active and user.is_staff and user.has_perm(MODERATE)


def is_administrator(user: User | AnonymousUser) -> bool:
    return user.is_authenticated and user.is_active and user.is_staff and user.has_perm(ADMINISTER)


def may_moderate(user: User | AnonymousUser, game: Game) -> bool:
    """Whether a person is a moderator and does not play in the game."""
    return is_moderator(user) and not Seat.objects.filter(game=game, user=user.pk).exists()


def roles_of(user: User) -> list[Role]:
    names = set(user.groups.values_list("name", flat=True))
    return [role for role in Role if role in names]


def grant(*, by: User | None, user: User, role: Role, reason: str) -> None:
    """Give a person a role. ``by`` None is the operator, at the console."""
    _change(by=by, user=user, role=role, is_given=True, reason=reason)


def revoke(*, by: User | None, user: User, role: Role, reason: str) -> None:
    _change(by=by, user=user, role=role, is_given=False, reason=reason)


def _change(*, by: User | None, user: User, role: Role, is_given: bool, reason: str) -> None:
    if by is not None and not is_administrator(by):
        raise RoleUnchanged("not-an-administrator")
    if by is not None and by.pk == user.pk:
        raise RoleUnchanged("your-own-role")
    with audit.writing():
        person = get_user_model().objects.select_for_update().get(pk=user.pk)
        if is_given and (person.is_guest or not person.is_active):
            raise RoleUnchanged("not-a-member")
        before = roles_of(person)
        if (role in before) == is_given:
            raise RoleUnchanged("has-it-already" if is_given else "does-not-have-it")
        group = Group.objects.get(name=role)
        (person.groups.add if is_given else person.groups.remove)(group)
        after = roles_of(person)
        person.is_staff = bool(after) or person.is_superuser
        person.save(update_fields=["is_staff"])
        audit.record(
            by=by,
            what=What.ROLE,
            reason=reason,
            person=person.pk,
            subject=Subject(SubjectType.ROLE, name=role.value),
            before={"roles": before},
            after={"roles": after},
        )
    user.is_staff = person.is_staff


def create_groups(**_: Any) -> None:
    """Create the groups and set their permissions; called after every migration."""
    for role, permissions in PERMISSIONS.items():
        wanted = Q(pk=None)
        for app, names in permissions.items():
            wanted |= Q(content_type__app_label=app, codename__in=names)
        group, _is_new = Group.objects.get_or_create(name=role)
        group.permissions.set(Permission.objects.filter(wanted))
