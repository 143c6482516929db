from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import access, queries
from games.models import Challenge
from games.view_models.game_page import GamePage


@never_cache
@require_safe
def rematch_offer(request: HttpRequest, pk: int) -> HttpResponse:
    """What the page of a finished game says of a rematch, as a fragment.

    A page that shows the offer of its own player names it (``?offer=``): once accepted, it leads that page to the game.
    """
    over, viewer = access.game_for(request, pk)
    if viewer.seat is None:
        raise PermissionDenied
    page = GamePage(over, viewer)
    rematch = queries.last_rematch(over) if page.choices.can_rematch else None
    is_led = (
        rematch is not None
        and rematch.status == Challenge.Status.ACCEPTED
        and rematch.creator_id == request.user.pk
        and rematch.token == request.GET.get("offer")
    )
    return render(request, "games/_rematch.html", {"page": page, "rematch": rematch, "is_led": is_led})
