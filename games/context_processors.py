from functools import cache, partial
from typing import Any

from django.http import HttpRequest

from games import queries


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
