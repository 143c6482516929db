from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import access
from games.view_models.game_page import GamePage
from games.view_models.history import History
from games.views.htmx import HtmxRequest
from games.views.numbers import whole
from games.views.problem import no_such_step


@never_cache
@require_safe
def moves(request: HtmxRequest, pk: int) -> HttpResponse:
    """All moves of a game, as a page; for htmx the list that replaces the short one."""
    game, viewer = access.game_for(request, pk)
    at = whole(request.GET["at"]) if "at" in request.GET else None
    if "at" in request.GET and (at is None or at > game.head):
        return no_such_step(request, game.head)
    page = GamePage(game, viewer, at, is_flipped=request.GET.get("flip") == "1")
    base = "" if request.htmx else reverse("games:game", args=[pk])
    template = "games/_moves.html#list" if request.htmx else "games/moves.html"
    return render(request, template, {"page": page, "history": History(page, base, is_whole=True)})
