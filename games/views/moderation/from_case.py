"""The case from which a moderator came to act on a message or a game, and to which they go back."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from games.models import Case
from games.views.numbers import whole


def case_of(request: HttpRequest) -> Case | None:
    """The case that ``?case=`` names, unless it is about the reader."""
    number = whole(request.GET.get("case", ""))
    return Case.objects.filter(pk=number).exclude(subject=request.user.pk).first() if number else None


def query_of(case: Case | None) -> str:
    """What an address carries along, so that the next page knows the case."""
    return f"?case={case.pk}" if case else ""


def back_to(case: Case | None, otherwise: str) -> str:
    return reverse("games:moderation:case", args=[case.pk]) if case else otherwise
