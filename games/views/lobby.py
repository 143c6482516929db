from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries
from games.forms import LobbyFilter, PlayForm
from games.lobby import desertion
from games.models import Challenge
from games.view_models.challenge_view import views, views_of
from games.view_models.lists import pages_of
from games.views import last_bot
from games.views.htmx import HtmxRequest, part_of

PAGE = 20
MOST_WATCHED = 12


@never_cache
@require_safe
def lobby(request: HtmxRequest) -> HttpResponse:
    """The lobby: open challenges, a page of them at a time, and running games."""
    user = request.user if request.user.is_authenticated else None
    form = LobbyFilter(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    number = wanted.pop("page", None) or 1
    # Of a page that is no more, because challenges were accepted, the last one takes the place.
    asked: Any = queries.OpenChallenges(user, **wanted)  # of which a paginator asks the number, and a part
    offers: Page[Challenge] = Paginator(asked, PAGE).get_page(number)
    own = queries.challenges_of(user, timezone.now()) if user else queries.OwnChallenges([], [], [])
    context = {
        "form": form,
        "desertion": desertion.limit_of(user) if user else None,
        "play": PlayForm(**last_bot.about(request)),
        "is_filtered": any(wanted.values()),
        "offers": views(offers, user),
        "offers_page": offers,
        **views_of(own, user),
        "watched": pages_of(queries.public_games(besides=user, most=MOST_WATCHED), user),
    }
    template = part_of(request, "games/lobby.html", "lists")
    return render(request, template, context, status=200 if form.is_valid() else 422)
