from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games import queries
from games.access import viewer_of
from games.views.sheet import Sheet


@never_cache
@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A member's page; guests, and those who may not log in, have none."""
    person = User.objects.named(name)
    if person is None:
        raise Http404
    viewer = request.user if request.user.is_authenticated else None
    games = queries.finished_games(person, viewer=viewer)
    context = {
        "person": person,
        "is_you": viewer == person,
        "games": [Sheet(game, viewer_of(game, viewer)) for game in games],
    }
    return render(request, "games/profile.html", context)
