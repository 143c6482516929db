from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.for_games import consume_limit, refuse_beyond_limit, source_of
from games import kinds
from games.site import demo
from games.view_models.demo_step import DemoStep
from games.views.numbers import whole
from games.views.problem import no_such_kind, problem


@never_cache
@require_safe
def another(request: HttpRequest, key: str) -> HttpResponse:
    """Redirect to a random game of that kind."""
    try:
        kind = kinds.get(key)
    except KeyError:
        return no_such_kind(request)
    return redirect("games:replay", key=kind.key, number=demo.any_number())


@require_safe
def replay(request: HttpRequest, key: str, number: str) -> HttpResponse:
    """A random game after so many moves. The same address always shows the same game."""
    try:
        kind = kinds.get(key)
    except KeyError:
        return no_such_kind(request)
    chosen = whole(number)
    if chosen is None or chosen not in demo.NUMBERS:
        sentence = _("There’s no such game. Random games are numbered from %(first)s to %(last)s.")
        return problem(request, 404, sentence % {"first": demo.NUMBERS[0], "last": demo.NUMBERS[-1]})
    if not demo.is_kept(kind.key, chosen) and not consume_limit("replay", source_of(request, request.user.pk)):
        return refuse_beyond_limit(request)
    game = demo.play(kind.key, chosen)
    at = whole(request.GET.get("at", "0"))
    if at is None or at > game.last:
        sentence = _("This game has %(last)s moves. Choose a number from 0 to %(last)s.")
        return problem(request, 422, sentence % {"last": game.last})
    return render(request, "games/replay.html", {"step": DemoStep(game, at)})
