"""Playing without an account.

A guest is a user without a name, address and password of their own, bound to the session of one browser. When they log
in to an account, the one that they signed up for or an older one, it gets their games (adoption.py). Guests are not
listed and cannot be challenged, but for a rematch.
"""

import logging
from collections.abc import Collection
from typing import Final

from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts import limits, names
from accounts.models import User

logger = logging.getLogger(__name__)
NETWORK: Final = "network-of-guest"
PREFERENCES = ("language", "time_zone", "theme", "palette", "motion", "sounds", "confirm_moves", "notifications")
BACKEND = "accounts.backends.NameOrAddress"


class Visitor(AnonymousUser):
    """A guest on the pages of allauth, which treat them as not logged in."""

    def __init__(self, guest: User) -> None:
        super().__init__()
        self.guest = guest


def current_player(request: HttpRequest) -> User:
    """The user of a request; a visitor becomes a guest."""
    if request.user.is_authenticated:
        return request.user
    if not limits.consume("guest", limits.source_of(request, None)):
        raise ImmediateHttpResponse(limits.refuse(request))
    guest = new_guest()
    login(request, guest, backend=BACKEND)
    _remember_network(guest, request)
    return guest


def new_guest() -> User:
    length = 4
    while True:
        guest = User(username=names.random_name(names.GUEST, length), is_guest=True)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            length += 1  # the short names are getting used up
        else:
            return guest


def networks_of(guests: Collection[int]) -> dict[int, str]:
    """From where these guests came, as a word that says nothing else; of those who came within a day."""
    try:
        found = cache.get_many([f"{NETWORK}-{guest}" for guest in guests])
    except Exception as lost:  # whoever is alone in their network is treated no worse than before
        logger.warning("It is not known from where guests came: %r", lost)
        return {}
    return {int(key.rpartition("-")[2]): str(network) for key, network in found.items()}


def _remember_network(guest: User, request: HttpRequest) -> None:
    """Anybody can be many guests: where turns are shared out, those of one network are one."""
    digest = salted_hmac(NETWORK, limits.network_of(request)).hexdigest()[:16]
    try:
        cache.set(f"{NETWORK}-{guest.pk}", digest, timeout=24 * 3600)
    except Exception as lost:
        logger.warning("It is not stored from where a guest came: %r", lost)


def as_member(guest: User | None) -> User:
    """A row for a new member, not saved yet, who likes everything as the guest did."""
    return User(**{name: getattr(guest, name) for name in PREFERENCES}) if guest else User()


def guest_behind(request: HttpRequest) -> User | None:
    return request.user.guest if isinstance(request.user, Visitor) else None
