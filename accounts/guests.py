"""Playing without an account.

A guest is a user without name, address and password of their own, who lives in one browser's session. On signing up
they become a member, and keep their id and with it their games. On logging in to an account that they had already,
their games become that account's. Guests are not listed and cannot be challenged.
"""

import secrets

from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts import names
from accounts.leaving import delete_account
from accounts.models import User

BACKEND = "accounts.backends.NameOrAddress"


class Visitor(AnonymousUser):
    """Nobody, as far as the entrance is concerned, but a guest stands behind them."""

    def __init__(self, guest: User) -> None:
        super().__init__()
        self.guest = guest


def current_player(request: HttpRequest) -> User:
    """Whoever asks, as somebody who can play: a visitor becomes a guest."""
    if request.user.is_authenticated:
        return request.user
    from games.lobby import challenges as lobby  # noqa: PLC0415 - games stand above accounts

    lobby.check_guests()
    if not ratelimit.consume(request, action="guest"):
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    guest = new_guest()
    login(request, guest, backend=BACKEND)
    return guest


def new_guest() -> User:
    length = 4
    while True:
        name = f"{names.GUEST}-{''.join(secrets.choice(names.BY_LOT) for _ in range(length))}"
        guest = User(username=name, is_guest=True)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            length += 1  # the short names are getting used up
        else:
            return guest


def guest_behind(request: HttpRequest) -> User | None:
    return request.user.guest if isinstance(request.user, Visitor) else None


def hand_over(*, guest: User, user: User) -> None:
    """A guest turned out to be a member: their games are the member's, and the guest is no more."""
    from games.lobby import blocks  # noqa: PLC0415 - games stand above accounts
    from games.lobby import challenges as lobby  # noqa: PLC0415 - games stand above accounts
    from games.moderation import people, reports  # noqa: PLC0415

    with transaction.atomic():
        reports.adopt(guest=guest, user=user)
        lobby.adopt(guest=guest, user=user)
        blocks.adopt(guest=guest, user=user)
        people.adopt(guest=guest, user=user)
        delete_account(user=guest)
