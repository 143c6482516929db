from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries
from games.forms import LobbyFilter, PlayForm
from games.lobby import desertion
from games.view_models.challenge_view import ChallengeView
from games.view_models.lists import pages_of
from games.views import last_bot
from games.views.htmx import HtmxRequest, part_of

PAGE = 25


@never_cache
@require_safe
def lobby(request: HtmxRequest) -> HttpResponse:
    """The lobby: open challenges, a page of them at a time, and running games."""
    user = request.user if request.user.is_authenticated else None
    form = LobbyFilter(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    number = wanted.pop("page", None) or 1
    # Of a page that is no more, because challenges were accepted, the last one takes the place.
    offers = Paginator(queries.open_challenges(user, **wanted), PAGE).get_page(number)
    own = [ChallengeView(row, user) for row in queries.challenges_by(user, timezone.now())] if user else []
    context = {
        "form": form,
        "desertion": desertion.limit_of(user) if user else None,
        "play": PlayForm(initial=last_bot.recall(request)),
        "is_filtered": any(wanted.values()),
        "offers": [ChallengeView(row, user) for row in offers],
        "offers_page": offers,
        "made": [offer for offer in own if offer.is_open],
        "expired": [offer for offer in own if not offer.is_open],
        "received": [ChallengeView(row, user) for row in queries.challenges_to(user)] if user else [],
        "watched": pages_of(queries.public_games(besides=user), user),
    }
    template = part_of(request, "games/lobby.html", "lists")
    return render(request, template, context, status=200 if form.is_valid() else 422)
