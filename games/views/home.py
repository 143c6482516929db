from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import demo, kinds, queries
from games.access import viewer_of
from games.views.moment import Moment
from games.views.offer import Offer
from games.views.sheet import Sheet

if TYPE_CHECKING:
    from accounts.models import User

MOST_BOARDS = 3  # more would only be scrolled past


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """For a player their games; for a visitor the kinds, and of each a random game two thirds on its way."""
    if request.user.is_authenticated:
        return render(request, "games/my_games.html", my_games(request.user))
    games = [demo.play(kind.key, demo.any_number()) for kind in kinds.all()]
    return render(request, "games/home.html", {"moments": [Moment(game, game.last * 2 // 3) for game in games]})


def my_games(user: User) -> dict[str, object]:
    """What waits for this person first, then what waits for others."""
    running = [Sheet(game, viewer_of(game, user)) for game in queries.running_games(user)]
    yours = [sheet for sheet in running if sheet.is_your_turn]
    return {
        "yours": yours[:MOST_BOARDS],
        "more": yours[MOST_BOARDS:],
        "count": len(yours),
        "theirs": [sheet for sheet in running if not sheet.is_your_turn],
        "finished": [Sheet(game, viewer_of(game, user)) for game in queries.finished_games(user, viewer=user, most=6)],
        "received": [Offer(row, user) for row in queries.challenges_to(user)],
        "made": [Offer(row, user) for row in queries.challenges_by(user)],
        "offers": [Offer(row, user) for row in queries.open_challenges(user)[:5]],
    }
