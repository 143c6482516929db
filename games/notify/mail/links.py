"""Addresses in mails: whole ones, for nobody asks from where they are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.urls import reverse

if TYPE_CHECKING:
    from accounts.for_games import User

SALT = "games.notify.less"


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody can ask for from a mail, without logging in: less of it."""

    what: str  # "off", "gather" or "mute"
    about: str = ""  # the occasion, the channel or the game


def address(name: str, *arguments: object) -> str:
    return settings.SITE_URL + reverse(name, args=arguments)


def domain() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def less(user: User, wish: Wish) -> str:
    """Where somebody asks for less mail: looking there does nothing, sending the form (or RFC 8058's POST) does."""
    token = signing.dumps([user.pk, wish.what, wish.about], salt=SALT)
    return address("games:less-mail", token)


def wish_of(token: str) -> tuple[int, Wish] | None:
    """Who asks for what; None if we did not write that."""
    try:
        user, what, about = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return int(user), Wish(str(what), str(about))
