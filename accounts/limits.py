"""Limits against abuse: how often somebody may do something. People keep below them, and machines do not.

A limit is one or more rates, ``"20/10s, 5/h"``: at most 20 in 10 seconds, and at most 5 in an hour. The setting
``LIMITS`` has the rates of every action. Uses are counted in the cache, in windows of fixed length, for each person, or
for each network address of visitors. If the cache is away, everybody is let through.
"""

from __future__ import annotations

import hashlib
import ipaddress
import logging
import re
from collections.abc import Callable
from functools import cache as remember
from time import time as now
from typing import Any, Final, NamedTuple, TypeVar

from allauth.account.adapter import get_adapter
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

logger = logging.getLogger(__name__)

View = TypeVar("View", bound=Callable[..., Any])
UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
FORM: Final = "form"  # the action of a form that has none of its own
SIGN_UP_MAILS, THE_SITE = "signup-mails", "the site"  # counted when one leaves, not when somebody asks for it
TEXT_FIELDS: Final = ("text", "reason", "answer")  # fields with a text that nobody wants to write again


class Rate(NamedTuple):
    most: int
    seconds: int


@remember
def parse_rates(text: str) -> tuple[Rate, ...]:
    """Read rates such as ``"5/h"`` or ``"20/10s, 300/2d"``. No text is no limit. Raises ValueError."""
    rates: list[Rate] = []
    for part in text.split(",") if text else ():
        found = re.fullmatch(r"(\d+)/([1-9]\d*)?([smhd])", part.strip())
        if found is None:
            raise ValueError(f"not a rate: {part!r}")
        rates.append(Rate(int(found[1]), int(found[2] or 1) * UNITS[found[3]]))
    return tuple(rates)


def rates_of(action: str) -> tuple[Rate, ...]:
    return parse_rates(settings.LIMITS.get(action, ""))


def consume(action: str, source: str) -> bool:
    """Count one use of an action by a source. Returns whether it is within all rates of the action."""
    return all([_count(action, rate, source) <= rate.most for rate in rates_of(action)])


def is_used_up(action: str, source: str) -> bool:
    """Whether a further use would be beyond a rate of the action. Counts none."""
    return any(_counted(action, rate, source) >= rate.most for rate in rates_of(action))


async def aconsume(action: str, source: str) -> bool:
    """The same for asynchronous code, which must not wait for the cache in its own thread."""
    return not rates_of(action) or await sync_to_async(consume, thread_sensitive=False)(action, source)


def source_of(request: HttpRequest, user_id: int | None) -> str:
    """For whom uses are counted: the person, or the network address of a visitor."""
    return f"user {user_id}" if user_id is not None else f"at {network_of(request)}"


def network_of(request: HttpRequest) -> str:
    """The network address of a request; of IPv6 the half that one household shares."""
    try:
        address = ipaddress.ip_address(get_adapter(request).get_client_ip(request))
    except (PermissionDenied, ValueError):  # a socket of this machine has none
        return "nowhere"
    if address.version == 6:
        return str(ipaddress.ip_network(f"{address}/64", strict=False).network_address)
    return str(address)


def limited(action: str) -> Callable[[View], View]:
    """Mark a view: the middleware counts a form that is sent to it as this action, and not as any form."""

    def mark(view: View) -> View:
        setattr(view, _ACTION, action)
        return view

    return mark


def action_of(view: object) -> str:
    """The action as which the middleware counts forms that are sent to a view."""
    action: str = getattr(view, _ACTION, FORM)
    return action


def refuse(request: HttpRequest) -> HttpResponse:
    """The page for a request beyond the limit. It shows the texts of the form, so that nobody loses them."""
    typed = [text for name in TEXT_FIELDS if (text := request.POST.get(name, "").strip())]
    answer = render(request, "429.html", {"typed": typed}, status=429)
    answer["Retry-After"] = "60"
    return answer


_ACTION: Final = "limited_as"  # the attribute of a view


def _count(action: str, rate: Rate, source: str) -> int:
    """How many uses there are in the present window, with this one."""
    name = _name(action, rate, source)
    try:
        cache.add(name, 0, timeout=rate.seconds)
        return cache.incr(name)
    except Exception as problem:
        logger.warning("Nothing is counted: %r", problem)
        return 0


def _counted(action: str, rate: Rate, source: str) -> int:
    try:
        return cache.get(_name(action, rate, source)) or 0
    except Exception as problem:
        logger.warning("Nothing is counted: %r", problem)
        return 0


def _name(action: str, rate: Rate, source: str) -> str:
    """Of the count in the present window."""
    window = int(now()) // rate.seconds
    text = f"{action} {rate.most}/{rate.seconds} {window} {source}"
    return f"limit-{hashlib.sha256(text.encode()).hexdigest()[:32]}"
