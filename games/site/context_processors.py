from functools import cache, partial
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils import timezone

from games import queries
from games.moderation import appeals, cases, roles
from games.site import notices as posted
from games.site import switches


class Desk(NamedTuple):
    """What waits for a moderator."""

    cases: int
    appeals: int

    @property
    def all(self) -> int:
        return self.cases + self.appeals


def waiting(request: HttpRequest) -> dict[str, Any]:
    """How many games wait for whoever looks; asked of the database once, and only by a page that shows it."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"waiting": 0}
    return {"waiting": cache(partial(queries.waiting_count, user))}


def unread(request: HttpRequest) -> dict[str, Any]:
    """How much of what somebody was told they have not seen; asked in the same way."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"unread": 0}
    return {"unread": cache(partial(queries.unread_count, user))}


def desk(request: HttpRequest) -> dict[str, Any]:
    """For moderators, how many cases nobody works at, and appeals; nobody else has a desk, nor costs a query."""
    user = getattr(request, "user", None)
    if user is None or not roles.is_moderator(user):
        return {"desk": None}

    def waits() -> Desk:
        free = cases.free_cases(timezone.now()).exclude(subject=user)
        return Desk(free.count(), appeals.waiting().exclude(sanction__user=user).count())

    return {"desk": cache(waits)}


def notices(request: HttpRequest) -> dict[str, Any]:
    """What everybody is told at the head of every page, and whether it offers bots."""
    return {"notices": posted.current, "has_bots": lambda: switches.Key.BOTS not in switches.off()}
