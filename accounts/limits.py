"""How often somebody may do something: a pace that people keep and machines do not. The rates are in the settings.

Counted in the cache, in windows of fixed length, for each person; for each network address of those who are nobody yet.
A cache that is away lets everybody through: it must not lock anybody out.
"""

from __future__ import annotations

import hashlib
import ipaddress
import logging
import re
import time
from collections.abc import Callable
from typing import Any, TypeVar

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

logger = logging.getLogger(__name__)

View = TypeVar("View", bound=Callable[..., Any])
SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
FORM = "form"  # the limit of what has none of its own
TYPED = ("text", "reason", "answer")  # fields that hold what somebody wrote, and would not like to write again
MINE = "limit"  # the attribute that marks a view


def limited(action: str) -> Callable[[View], View]:
    """Mark a view: what is sent to it counts as that action, and not as any form; see the middleware."""

    def mark(view: View) -> View:
        setattr(view, MINE, action)
        return view

    return mark


def consume(action: str, who: str) -> bool:
    """Whether somebody may do it now; counts it."""
    return all([_count(action, most, seconds, who) <= most for most, seconds in rates(action)])


def rates(action: str) -> list[tuple[int, int]]:
    """So many in so many seconds. Nothing: without a limit."""
    parts = [part.strip() for part in settings.LIMITS.get(action, "").split(",") if part.strip()]
    found = [re.fullmatch(r"(\d+)/([smhd])", part) for part in parts]
    return [(int(one[1]), SECONDS[one[2]]) for one in found if one]


def who_asks(request: HttpRequest) -> str:
    if request.user.is_authenticated:
        return f"user {request.user.pk}"
    return f"at {network(request)}"


def network(request: HttpRequest) -> str:
    """The address of who asks; of IPv6 the half that one household shares."""
    try:
        address = ipaddress.ip_address(get_adapter(request).get_client_ip(request))
    except (PermissionDenied, ValueError):  # a socket of this machine has none
        return "nowhere"
    if address.version == 6:
        return str(ipaddress.ip_network(f"{address}/64", strict=False).network_address)
    return str(address)


def too_often(request: HttpRequest) -> HttpResponse:
    """A page that says so, with what was typed: nobody types it twice."""
    typed = [text for name in TYPED if (text := request.POST.get(name, "").strip())]
    answer = render(request, "429.html", {"typed": typed}, status=429)
    answer["Retry-After"] = "60"
    return answer


def _count(action: str, most: int, seconds: int, who: str) -> int:
    """How often it was done in this window, with this time."""
    window = int(time.time()) // seconds
    name = hashlib.sha256(f"{action} {most}/{seconds} {window} {who}".encode()).hexdigest()[:32]
    try:
        cache.add(f"limit-{name}", 0, timeout=seconds)
        return cache.incr(f"limit-{name}")
    except Exception as problem:
        logger.warning("Nothing is counted: %r", problem)
        return 0
