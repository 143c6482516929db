"""The pages about the site: luck, privacy, conduct, accessibility, imprint. What they promise, the code does."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import devices
from accounts.context_processors import THEME_COOKIE

PAGES = (
    "luck",
    "privacy",
    "conduct",
    "accessibility",
    "imprint",
)  # each a template, an address and a link in the foot


@require_safe
def about(request: HttpRequest, page: str) -> HttpResponse:
    return render(
        request, f"about/{page}.html", {**operator(), "cookies": cookies(), "note_cookie": CookieStorage.cookie_name}
    )


@require_safe
def verify(request: HttpRequest, name: str = "verify.py") -> HttpResponse:
    """A script that checks us without us, to read and to keep: the luck of a game from its file, or all ratings."""
    scripts = settings.BASE_DIR / "docs" / "verify"
    return HttpResponse((scripts / name).read_text(encoding="utf-8"), content_type="text/plain; charset=utf-8")


def cookies() -> list[str]:
    """The names of the cookies that the site sets, in the order of the page about privacy; one for notes is besides."""
    named = settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME
    return [*named, THEME_COOKIE, devices.COOKIE]


def operator() -> dict[str, Any]:
    """What whoever runs the site says of themselves, in their own words; nothing where they say nothing."""
    return {"contact": getattr(settings, "SITE_CONTACT", ""), "imprint": getattr(settings, "SITE_IMPRINT", "")}
