"""Blocks between people: no messages, no new games. Running games go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q, QuerySet

from games.lobby import offers
from games.models import Block, Challenge

if TYPE_CHECKING:
    from accounts.for_games import User

MOST = 500  # by one person


class TooManyBlocks(Exception):
    """A person blocks as many people as allowed."""


def block(*, by: User, whom: User) -> None:
    """Block a person and end the open challenges between the two. A second time changes nothing."""
    with transaction.atomic():
        if Block.objects.filter(by=by).exclude(whom=whom).count() >= MOST:
            raise TooManyBlocks
        Block.objects.get_or_create(by=by, whom=whom)
        offers.end(Challenge.objects.filter(creator=by, invited=whom), Challenge.Status.WITHDRAWN)
        offers.end(Challenge.objects.filter(creator=whom, invited=by), Challenge.Status.DECLINED)


def unblock(*, by: User, whom: User) -> None:
    Block.objects.filter(by=by, whom=whom).delete()


def adopt(*, guest: User, user: User) -> None:
    """Give the blocks by and against a guest to the member who they are."""
    for own, other in (("by", "whom"), ("whom", "by")):
        known = Block.objects.filter(**{own: user}).values(other)
        theirs = Block.objects.filter(**{own: guest}).exclude(**{other: user}).exclude(**{f"{other}__in": known})
        for row in theirs:
            setattr(row, own, user)
            row.save()


def is_blocking(by: User, whom: User) -> bool:
    return Block.objects.filter(by=by, whom=whom).exists()


def between(one: int, other: int) -> tuple[bool, bool]:
    """Whether the first blocks the second, and the second the first, by one query."""
    found = set(Block.objects.filter(_pair(one, other)).values_list("by", flat=True))
    return one in found, other in found


def blocked_by(user_id: int) -> QuerySet[Block, int]:
    """The ids of the people whom a person blocks."""
    return Block.objects.filter(by=user_id).values_list("whom", flat=True)


def apart_from(user_id: int) -> Q:
    """A condition on challenges: the creator blocks this person, or is blocked by them."""
    blocking = Block.objects.filter(whom=user_id).values("by")
    return Q(creator__in=blocked_by(user_id)) | Q(creator__in=blocking)


def _pair(one: int, other: int) -> Q:
    return Q(by=one, whom=other) | Q(by=other, whom=one)
