from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.contract import BadOptions
from games.kind_pages.page import Picture, PositionView
from games.kind_pages.registry import page_of
from games.kinds import Kind

register = template.Library()


@register.simple_tag
def picture_of(kind: Kind, state: Any, latest: Sequence[str] = ()) -> Picture:
    """The ``picture`` that the kind's ``board.svg`` draws."""
    return page_of(kind.key).picture(state, latest=latest)


@register.simple_tag
def view_of(kind: Kind, state: Any, latest: Sequence[str] = ()) -> PositionView:
    """A position as a spectator sees it."""
    return page_of(kind.key).presenter.view(state, seat=None, is_yours=False, ask={}, latest=latest, rounds=())


@register.simple_tag
def thumbnail(kind: Kind, state: Any, prefix: str = "") -> SafeString:
    """The board in small. With a ``prefix`` for its ids it may be as fine as it looks well at the size of a card."""
    return _thumbnail(kind.key, state, prefix, get_language())


@register.simple_tag
def empty_board(kind: Kind, option: str, value: str) -> Any:
    """The state before the first move of a game with this option; nothing where there is no such option."""
    try:
        return kind.rules.initial({option: value})
    except BadOptions:
        return None


@lru_cache(maxsize=1000)  # a list shows the same boards again and again, and a position never looks different
def _thumbnail(key: str, state: Any, prefix: str, language: str) -> SafeString:
    page = page_of(key)
    is_fine = bool(prefix) and page.has_fine_cards
    name = page.templates.board if is_fine else page.templates.board_small or page.templates.board
    return render_to_string(name, {"picture": page.picture(state), "bare": True, "prefix": prefix})
