"""Results in detail, achievements, and two people against each other."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.for_games import User
from games.archive import search
from games.careers import achieved, catalogue, played, results
from games.ratings import lists as rating_lists
from games.view_models import career_page
from games.view_models.lists import pages_of
from games.views.numbers import whole


@never_cache
@require_safe
def person_results(request: HttpRequest, name: str) -> HttpResponse:
    """How the last games of somebody ended, by kind, options, seat, opponent and bot."""
    person, viewer = _named(name), _viewer(request)
    found = results.results_of(person, viewer=viewer)
    context = {
        "person": person,
        "is_you": viewer == person,
        "results": found,
        "kinds_played": [career_page.KindTables(one) for one in found.kinds],
        "average": career_page.average_turn(found.pace),
        "away": results.away(person, timezone.now()),
    }
    return render(request, "games/results.html", context)


@never_cache
@require_safe
def achievements(request: HttpRequest, name: str) -> HttpResponse:
    """What somebody has achieved. What there is besides, only they themselves see."""
    person, viewer = _named(name), _viewer(request)
    is_you = viewer == person
    progress = catalogue.progress(played.in_order(person)) if is_you else {}
    aims = career_page.aims_of(achieved.by(person), viewer, progress)
    context = {
        "person": person,
        "is_you": is_you,
        "earned": [one for one in aims if one.row],
        "open": [one for one in aims if not one.row] if is_you else [],
    }
    return render(request, "games/achievements.html", context)


@never_cache
@require_safe
def against(request: HttpRequest, name: str, other: str) -> HttpResponse:
    """All games of two people with each other, counted from the side of the first."""
    person, opponent, viewer = _named(name), _named(other), _viewer(request)
    if person == opponent:
        raise Http404
    wanted = search.Wanted(against=opponent.pk)
    place = {key: whole(request.GET[key]) for key in ("before", "after") if key in request.GET}
    found = search.find(person, wanted, viewer=viewer, **place)
    now = timezone.now()
    context = {
        "person": person,
        "opponent": opponent,
        "is_you": viewer == person,
        "found": found,
        "games": pages_of(found.games, viewer, owner=person),
        "kinds_played": [
            career_page.KindTables(one, opponent.username) for one in results.between(person, opponent, viewer=viewer)
        ],
        "differences": career_page.differences(
            rating_lists.standings_of(person), rating_lists.standings_of(opponent), now
        ),
    }
    return render(request, "games/against.html", context)


def _named(name: str) -> User:
    person = User.objects.named(name)
    if person is None:
        raise Http404
    return person


def _viewer(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None
