from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.for_games import User, consume_limit, refuse_beyond_limit, source_of
from games import access, kinds
from games.kinds import Kind
from games.models import Rated
from games.ratings import due, lists, publication
from games.view_models import rating_page
from games.views.htmx import HtmxRequest
from games.views.streamed import streamed

if TYPE_CHECKING:
    from games.ratings.lists import Ladder

TRIES = 8  # of a page that waits for the ratings of its game


@never_cache
@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """The leaderboard of the first kind."""
    return redirect("games:leaderboard", kinds.all()[0].key)


@never_cache
@require_safe
def leaderboard(request: HttpRequest, key: str, ladder: Ladder = Rated.Ladder.PEOPLE) -> HttpResponse:
    """The established players of a kind, the best first, and where the reader stands."""
    kind = _kind(key)
    now = timezone.now()
    found = lists.leaders(kind.key, ladder, _number(request.GET.get("page"), 1))
    mine = lists.standing_of(request.user, kind.key, ladder) if request.user.is_authenticated else None
    context = {
        "kind": kind,
        "ladder": ladder,
        "is_against_bots": ladder == Rated.Ladder.BOTS,
        "found": found,
        "leaders": [rating_page.view_of(row, now) for row in found.rows],
        "bots": [rating_page.view_of(row, now) for row in lists.bots_of(kind.key)] if _is_bots(ladder) else [],
        "mine": rating_page.view_of(mine, now) if mine else None,
        "provisional": round(rating_page.PROVISIONAL),
    }
    return render(request, "games/leaderboard.html", context)


@never_cache
@require_safe
def rating_history(request: HttpRequest, name: str, key: str, ladder: Ladder = Rated.Ladder.PEOPLE) -> HttpResponse:
    """How somebody's rating came about: every game with what was expected, what happened, and what changed."""
    person, kind = User.objects.named(name), _kind(key)
    if person is None:
        raise Http404
    viewer = request.user if request.user.is_authenticated else None
    row = lists.standing_of(person, kind.key, ladder)
    before = _number(request.GET.get("before"), 0) or None
    changes = lists.history(row, before=before) if row else []
    context = {
        "person": person,
        "kind": kind,
        "ladder": ladder,
        "is_against_bots": _is_bots(ladder),
        "is_you": viewer == person,
        "standing": rating_page.view_of(row, timezone.now()) if row else None,
        "curve": rating_page.curve_of(lists.curve(row)) if row and before is None else None,
        "changes": [rating_page.change_view(change, viewer) for change in changes[: lists.PAGE]],
        "older": changes[lists.PAGE - 1].game_id if len(changes) > lists.PAGE else None,
        "is_later_page": before is not None,
    }
    return render(request, "games/rating_history.html", context)


@never_cache
@require_safe
def game_ratings(request: HtmxRequest, pk: int) -> HttpResponse:
    """What a game changed: asked for by its page when it is over, until it is there."""
    game, _viewer = access.game_for(request, pk)
    tried = _number(request.GET.get("tried"), 0)
    changes = lists.changes_by(game)
    context = {
        "game": game,
        "title": kinds.title_of(game.kind),
        "changes": [rating_page.ChangeView(change, may_see_game=True) for change in changes],
        "next_try": tried + 1 if due.counts(game) and not changes and tried < TRIES else None,
    }
    return render(request, "games/_game_ratings.html" if request.htmx else "games/game_ratings.html", context)


@never_cache
@require_safe
def ladder_games(request: HttpRequest, key: str, ladder: Ladder = Rated.Ladder.PEOPLE) -> HttpResponseBase:
    """The games of a ladder as a file, from which anybody can work out every rating."""
    kind = _kind(key)
    is_seldom = consume_limit("ladder", source_of(request, request.user.pk))
    if not is_seldom or not consume_limit("ladders", "the site"):
        return refuse_beyond_limit(request)
    name = f"{kind.key}-{ladder}.json"
    return streamed(request, _as_json(kind.key, ladder), content_type="application/json", name=name)


def _as_json(key: str, ladder: Ladder) -> Iterator[str]:
    """Names come last: whoever is new while the file is written has one."""
    yield f'{{"kind": {json.dumps(key)}, "ladder": {json.dumps(ladder)}, "games": [\n'
    separator = ""
    for batch in publication.rows(key, ladder):
        yield separator + ",\n".join(json.dumps(row) for row in batch)
        separator = ",\n" if batch else separator
    yield f'\n], "players": {json.dumps(publication.players(key, ladder), ensure_ascii=False)}}}\n'


def _kind(key: str) -> Kind:
    try:
        return kinds.get(key)
    except kinds.UnknownKind:
        raise Http404 from None


def _is_bots(ladder: Ladder) -> bool:
    return ladder == Rated.Ladder.BOTS


def _number(text: str | None, default: int) -> int:
    """A number from an address; whatever is none counts as not given."""
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 10 else default
