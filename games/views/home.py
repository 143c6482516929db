from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import demo, kinds
from games.views.moment import Moment


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The kinds, and of each a random game two thirds on its way."""
    games = [demo.play(kind.key, demo.any_number()) for kind in kinds.all()]
    return render(request, "games/home.html", {"moments": [Moment(game, game.last * 2 // 3) for game in games]})
