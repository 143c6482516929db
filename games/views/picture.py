from __future__ import annotations

import hashlib
from itertools import dropwhile, takewhile

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games import access
from games.kind_pages import pictures
from games.table import log
from games.table.log import Position
from games.views.numbers import whole
from games.views.problem import problem

MINUTE = 60
YEAR = 365 * 24 * 60 * MINUTE


@require_safe
def picture(request: HttpRequest, pk: int) -> HttpResponse:
    """The board of a game as a PNG, for pages that link to it: now, or with ``?at=`` after one of its events."""
    game, _viewer = access.game_for(request, pk)
    at = whole(request.GET["at"]) if "at" in request.GET else None
    if "at" in request.GET and (at is None or at > game.head):
        sentence = ngettext(
            "This game has %(head)s step so far: it can be seen after any of them.",
            "This game has %(head)s steps so far: it can be seen after any of them.",
            game.head,
        )
        return problem(request, 422, sentence % {"head": game.head})
    shown = log.position(game, at)
    width, height = pictures.PREVIEW
    svg = pictures.standalone(game.kind, shown.state, _last_turn(shown), width=width, height=height)
    etag = f'"{hashlib.sha256(svg.encode()).hexdigest()[:32]}"'
    answer = get_conditional_response(request, etag=etag)  # a browser that has it already needs no drawing
    if answer is None:
        answer = HttpResponse(pictures.rasterise(svg), content_type="image/png")
    answer["ETag"] = etag
    patch_cache_control(
        answer, **{"public" if game.is_public else "private": True}, max_age=MINUTE if at is None else YEAR
    )
    return answer


def _last_turn(position: Position) -> list[str]:
    """The last moves, as far as the same seat made them one after the other."""
    moves = list(dropwhile(lambda move: move.seat is None, reversed(position.moves)))
    return [move.text for move in takewhile(lambda move: move.seat == moves[0].seat, moves)]
