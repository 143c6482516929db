"""The pages about the site: luck, privacy, conduct, accessibility, imprint. What they promise, the code does."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

PAGES = (
    "luck",
    "privacy",
    "conduct",
    "accessibility",
    "imprint",
)  # each a template, an address and a link in the foot


@require_safe
def about(request: HttpRequest, page: str) -> HttpResponse:
    return render(request, f"about/{page}.html", operator())


@require_safe
def verify(request: HttpRequest, name: str = "verify.py") -> HttpResponse:
    """A script that checks us without us, to read and to keep: the luck of a game from its file, or all ratings."""
    script = (settings.BASE_DIR / "docs" / "verify" / name).read_text(encoding="utf-8")
    return HttpResponse(script, content_type="text/plain; charset=utf-8")


def operator() -> dict[str, Any]:
    """What whoever runs the site says of themselves, in their own words; nothing where they say nothing."""
    return {"contact": getattr(settings, "SITE_CONTACT", ""), "imprint": getattr(settings, "SITE_IMPRINT", "")}
