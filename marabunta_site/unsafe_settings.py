"""Settings that are not safe together. A site that others can reach does not start with them, and says why."""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings as django_settings
from django.core.exceptions import ImproperlyConfigured

LOCAL_ENDINGS: Final = (".localhost", ".local", ".lan", ".internal", ".home.arpa", ".test")
SHORTEST_KEY: Final = 50
SHORTEST_SECRET: Final = 16


def problems(settings: Mapping[str, Any], *, unknown: Iterable[str] = ()) -> list[str]:
    """A sentence for each thing that must not be, with what to do."""
    found = [f"{name} is no setting of this site: .env.example has all of them." for name in unknown]
    found += _anywhere(settings)
    if is_public(settings):
        unsafe = [*_in_public(settings)]
        found += unsafe
        if unsafe and _is_open(settings["HOST"]):
            found.append(
                f"HOST={settings['HOST']} answers whoever reaches this machine, so this is a public site. "
                "Name the one address at which the proxy, or your network at home, asks it."
            )
    return found


def refuse_to_start() -> None:
    """End with the sentences, and without a traceback, where the settings cannot be used."""
    try:
        django_settings.INSTALLED_APPS  # noqa: B018 - read now
    except ImproperlyConfigured as refusal:
        sys.exit(f"The site does not start.\n{refusal}")


def is_public(settings: Mapping[str, Any]) -> bool:
    """Whether the site has an address that others can reach, or listens where they can."""
    return _is_open(settings["HOST"]) or not all(map(_is_near, settings["ALLOWED_HOSTS"]))


def _anywhere(settings: Mapping[str, Any]) -> Iterator[str]:
    hosts = settings["ALLOWED_HOSTS"]
    if "*" in hosts:
        yield "ALLOWED_HOSTS=* lets anybody choose the address that stands in mails. Name the addresses of the site."
    if not hosts:
        yield "ALLOWED_HOSTS is empty, so that nobody reaches the site. Name its addresses, or leave the line away."
    if settings["WORKER"] not in ("embedded", "off"):
        yield f"WORKER is {settings['WORKER']!r}. Set it to embedded or off."
    if settings["SIGN_UPS"] not in ("open", "invited", "closed"):
        yield f"SIGN_UPS is {settings['SIGN_UPS']!r}. Set it to open, invited or closed."
    if settings["SITE_FOLDER"] and not Path(settings["SITE_FOLDER"]).is_dir():
        yield f"SITE_FOLDER is {settings['SITE_FOLDER']!r}, which is no folder that can be read."
    yield from _of_the_address(settings)
    secret = settings["MAIL_WEBHOOK_SECRET"]
    if secret and (":" not in secret or len(secret) < SHORTEST_SECRET):
        yield f"MAIL_WEBHOOK_SECRET can be guessed. Write user:password, {SHORTEST_SECRET} characters or more."
    if len(settings["SECRET_KEY"]) < SHORTEST_KEY and not settings["DEBUG"]:
        yield (
            f"SECRET_KEY is shorter than {SHORTEST_KEY} characters: sessions could be forged. "
            "Without DATABASE_URL, leave the line away and the site makes one."
        )


def _of_the_address(settings: Mapping[str, Any]) -> Iterator[str]:
    address = urlsplit(settings["SITE_URL"])
    if address.scheme not in ("http", "https") or not address.hostname or address.path:
        yield f"SITE_URL is {settings['SITE_URL']!r}. Write it as https://games.example, with no path."
    elif address.hostname.startswith("."):
        yield "ALLOWED_HOSTS begins with a name that stands for several. Say in SITE_URL which of them stands in mails."
    elif settings["HTTPS"] and address.scheme == "http":
        yield "SITE_URL begins with http://, and HTTPS is true: links in mails would be sent in the clear."
    elif not any(_covers(host, address.hostname) for host in settings["ALLOWED_HOSTS"]):
        yield f"SITE_URL leads to {address.hostname}, which is not in ALLOWED_HOSTS: links in mails would be refused."


def _in_public(settings: Mapping[str, Any]) -> Iterator[str]:
    if settings["DEBUG"]:
        yield "DEBUG shows the inside of the site to whoever meets a fault. Others reach this site."
    if not settings["HTTPS"]:
        yield "HTTPS=false sends passwords and sessions in the clear. Put a proxy with a certificate before the site."
    elif settings["ALLAUTH_TRUSTED_PROXY_COUNT"] < 1:
        yield "TRUSTED_PROXIES=0 counts everybody behind the proxy as one address. Say how many proxies there are."
    if not settings["HAS_LIMITS"]:
        yield "LIMITS=false lets anybody try passwords for ever. It is for load tests on this machine."
    if not settings["STAFF_MFA"]:
        yield "STAFF_MFA=false lets a stolen password into the administration. Others reach this site."
    if settings["DEBUG"]:
        return
    backend = settings["EMAIL_BACKEND"]
    if backend.endswith("console.EmailBackend"):
        yield "EMAIL_URL is missing: nobody could sign up, and codes for logging in would stand in the log."
    if backend.endswith("smtp.EmailBackend") and _is_sent_in_the_clear(settings):
        yield "EMAIL_URL sends the password of the mail server in the clear. Use smtp+tls:// or smtp+ssl://."
    if settings["DEFAULT_FROM_EMAIL"].rstrip(">").endswith("@localhost"):
        yield "DEFAULT_FROM_EMAIL is missing: mail servers refuse mails from marabunta@localhost."


def _is_sent_in_the_clear(settings: Mapping[str, Any]) -> bool:
    is_closed = settings.get("EMAIL_USE_TLS") or settings.get("EMAIL_USE_SSL")
    return bool(settings.get("EMAIL_HOST_USER")) and not is_closed and not _is_near(settings.get("EMAIL_HOST") or "")


def _is_near(host: str) -> bool:
    """Whether a name is one of this machine or of the network at home."""
    bare = host.strip("[]").lower()
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        return bare in ("", "localhost", "testserver") or bare.endswith(LOCAL_ENDINGS)
    return address.is_private


def _is_open(bind: str) -> bool:
    """Whether a process that listens there is reached from outside: at all addresses, or at one of the open network."""
    bare = bind.strip("[]").lower()
    try:
        address = ipaddress.ip_address(bare or "::")  # nothing said is all of them
    except ValueError:
        return "." in bare and not _is_near(bare)
    return address.is_unspecified or not address.is_private


def _covers(allowed: str, host: str) -> bool:
    """As Django compares them: with a dot before it, a name stands for all below it."""
    allowed = allowed.strip("[]").lower()
    return allowed in ("*", host) or (allowed.startswith(".") and (host == allowed[1:] or host.endswith(allowed)))
