"""Playing without an account.

A guest is a user without a name, address and password of their own, bound to the session of one browser. When they sign
up, they become a member and keep their id and games. When they log in to an older account, it gets their games
(adoption.py). Guests are not listed and cannot be challenged, but for a rematch.
"""

from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts import limits, names
from accounts.models import User

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


def guest_behind(request: HttpRequest) -> User | None:
    return request.user.guest if isinstance(request.user, Visitor) else None
