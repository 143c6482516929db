"""Addresses in mails, with the domain of the site."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.urls import reverse

if TYPE_CHECKING:
    from accounts.for_games import User

SALT = "games.notify.less"


class LessMail(StrEnum):
    OFF = "off"  # no more mails of an occasion, or no more digests
    GATHER = "gather"  # one mail a day
    MUTE = "mute"  # no more mails about a game


@dataclass(frozen=True, slots=True)
class LessMailRequest:
    """A request for less mail, which a reader sends by a link in a mail without logging in."""

    what: LessMail
    about: str = ""  # the occasion, the channel or the game


def address(name: str, *arguments: object) -> str:
    return settings.SITE_URL + reverse(name, args=arguments)


def domain() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def less_mail_address(user: User, request: LessMailRequest) -> str:
    """The address of a request: a GET does nothing, the form (or the POST of RFC 8058) fulfils it."""
    token = signing.dumps([user.pk, request.what, request.about], salt=SALT)
    return address("games:less-mail", token)


def less_mail_request_of(token: str) -> tuple[int, LessMailRequest] | None:
    """The person and the request in an address; None if the address is not ours."""
    try:
        user, what, about = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (int(user), LessMailRequest(LessMail(what), str(about))) if what in set(LessMail) else None
