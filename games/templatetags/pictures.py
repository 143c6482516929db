from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.contract import BadOptions
from games.kinds import Kind
from games.mabula.page import picture as mabula
from games.marabunta.page import picture as marabunta

register = template.Library()

_DRAW: Mapping[str, Callable[..., Any]] = {"marabunta": marabunta.picture, "mabula": mabula.picture}


@register.simple_tag
def picture_of(kind: Kind, state: Any, latest: Sequence[str] = ()) -> Any:
    """What ``<kind>/board.svg`` needs to draw a position."""
    return _DRAW[kind.key](state, latest=latest)


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
    is_fine = bool(prefix) and key == "mabula"  # glass is worth it; the grounds of Marabunta are clearer without weave
    context = {
        "picture": _DRAW[key](state),
        "small": not is_fine,
        "bare": True,
        "prefix": prefix,
    }
    return render_to_string(f"{key}/board.svg", context)
