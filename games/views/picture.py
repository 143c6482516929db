from __future__ import annotations

import logging
from itertools import dropwhile, takewhile

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.for_games import consume_limit, refuse_beyond_limit, source_of
from games import access
from games.kind_pages import drawn, picture_files, pictures
from games.table import log
from games.table.log import Position
from games.views.numbers import whole
from games.views.problem import problem

logger = logging.getLogger(__name__)

SECONDS_TO_RETRY = 5
MINUTE = 60
YEAR = 365 * 24 * 60 * MINUTE


@require_safe
def picture(request: HttpRequest, pk: int) -> HttpResponse:
    """The board of a game as a PNG, for pages that link to it: now, or with ``?at=`` after one of its events."""
    game, _viewer = access.game_for(request, pk)
    at = whole(request.GET["at"]) if "at" in request.GET else None
    if "at" in request.GET and (at is None or at > game.head):
        sentence = ngettext(
            "This game has %(head)s step so far: choose one of them.",
            "This game has %(head)s steps so far: choose one of them.",
            game.head,
        )
        return problem(request, 422, sentence % {"head": game.head})
    shown = log.position(game, at)
    width, height = pictures.PREVIEW
    svg = pictures.standalone(game.kind, shown.state, _last_turn(shown), width=width, height=height)
    etag = f'"{picture_files.name_of(svg)}"'
    answer = get_conditional_response(request, etag=etag)  # a browser that has it already needs no drawing
    if answer is None:
        limit = "preview" if at in (None, game.head) else "picture"  # links are shown with the game as it stands
        if not drawn.is_kept(svg) and not consume_limit(limit, source_of(request, request.user.pk)):
            return refuse_beyond_limit(request)
        try:
            answer = HttpResponse(drawn.png(svg, is_for_visitor=True), content_type="image/png")
        except drawn.NotDrawn as why:
            logger.warning("No picture of game %s: %s", game.pk, why)
            return _not_now(request)
    answer["ETag"] = etag
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"  # other sites show it beside their link
    patch_cache_control(
        answer, **{"public" if game.is_public else "private": True}, max_age=MINUTE if at is None else YEAR
    )
    return answer


def _not_now(request: HttpRequest) -> HttpResponse:
    sentence = _("Too many pictures are being drawn right now. Try again in a few seconds.")
    answer = problem(request, 503, sentence)
    answer["Retry-After"] = str(SECONDS_TO_RETRY)
    patch_cache_control(answer, no_store=True)
    return answer


def _last_turn(position: Position) -> list[str]:
    """The last moves, as far as the same seat made them one after the other."""
    moves = list(dropwhile(lambda move: move.seat is None, reversed(position.moves)))
    return [move.text for move in takewhile(lambda move: move.seat == moves[0].seat, moves)]
