"""Pages of games that are over, which a browser may keep: it asks whether they still hold, and mostly they do.

The tag of a page is made of everything that the page is made of, and is compared before anything is drawn. Only what
anybody may see is kept, and only for visitors: no page of somebody who is logged in is stored anywhere. A form on a
page that was kept is valid as long as the cookie is that it belongs to.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, ParamSpec

from django.conf import settings
from django.contrib.messages import get_messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db.models import Model
from django.http import HttpResponse
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers, get_conditional_response, patch_cache_control

from games.access import Viewer
from games.models import Game
from games.ratings import lists
from games.site import notices, switches
from games.views.htmx import HtmxRequest

P = ParamSpec("P")
FOLDERS = ("accounts", "games", "locale", "marabunta_site", "templates")
COUNTED_OTHERWISE = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME}  # as the user, and as the secret


def never_cache_unless_tagged(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Like Django's never_cache, but for answers that have a tag."""

    @wraps(view)
    def respond(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(*args, **kwargs)
        if not response.has_header("ETag"):
            add_never_cache_headers(response)
        return response

    return respond


def page_of_watched(request: HtmxRequest, game: Game, viewer: Viewer, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page of a game: kept if it is over, and a visitor asks for the whole page."""
    is_watched = viewer == Viewer() and not request.user.is_authenticated and not request.htmx  # same address
    if not (is_watched and _is_kept(game)) or len(get_messages(request)):
        return make()
    people = [seat.user for seat in game.seats.all() if seat.user]
    facts: list[object] = [
        request.get_full_path(),
        (translation.get_language(), timezone.get_current_timezone_name(), timezone.localdate()),
        [_columns(row) for row in (game, game.partner, *game.seats.all()) if row],
        [(one.username, one.is_guest, one.is_active, one.is_barred) for one in people],
        [(seat, row.rating, row.deviation, row.at) for seat, row in sorted(lists.standings_at(game).items())],
        (notices.current(), sorted(switches.off())),
        {name: value for name, value in request.COOKIES.items() if name not in COUNTED_OTHERWISE},
    ]
    return _tagged(request, facts, make)


def record_of(request: HtmxRequest, game: Game, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The game as a file, which names nobody."""
    return _tagged(request, [request.path, game.head], make) if _is_kept(game) else make()


def _is_kept(game: Game) -> bool:
    return game.status == Game.Status.OVER and game.is_public and not game.is_hidden and not settings.DEBUG


def _tagged(request: HtmxRequest, facts: list[object], make: Callable[[], HttpResponse]) -> HttpResponse:
    """What was made, or that it is still the same."""
    response = get_conditional_response(request, etag=_tag(request, facts)) or make()
    response["ETag"] = _tag(request, facts)  # the first page of a browser makes the cookie
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _tag(request: HtmxRequest, facts: list[object]) -> str:
    known = repr([_build(), getattr(staticfiles_storage, "manifest_hash", ""), request.META.get("CSRF_COOKIE"), facts])
    return f'W/"{hashlib.sha256(known.encode()).hexdigest()[:32]}"'


@cache
def _build() -> str:
    """The code, the templates and the sentences of which pages are made, as they are when the first page is."""
    paths = (path for folder in FOLDERS for path in (settings.BASE_DIR / folder).rglob("*") if path.suffix != ".pyc")
    states = sorted((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in paths if path.is_file())
    return hashlib.sha256(repr(states).encode()).hexdigest()


def _columns(row: Model) -> list[tuple[str, Any]]:
    shown = (field.attname for field in row._meta.concrete_fields)  # noqa: SLF001 - Django's way
    return [(name, getattr(row, name)) for name in shown]
