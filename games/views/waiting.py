"""What waits for a person: the number of their turns in the navigation, the title and the icon of pages; the bell."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from games.views.numbers import whole
from games.views.problem import problem

A_WEEK = 7 * 24 * 3600


@never_cache
@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """The badges of the navigation as a fragment, for pages that were told of a change."""
    return render(request, "games/_badges.html")


@require_safe
@cache_control(public=True, max_age=A_WEEK)
def icon(request: HttpRequest) -> HttpResponse:
    """The icon of the site, with the number of waiting games in a badge."""
    number = whole(request.GET.get("waiting", "0"))
    if number is None:
        return problem(request, 422, _("The number of waiting games must be a whole number."))
    return render(request, "pictures/icon.svg", {"number": number}, content_type="image/svg+xml")
