from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import kinds
from games.contract import NOBODY
from games.kind_pages import clauses
from games.mabula import rules as mabula
from games.mabula.rules.board import read_picture
from games.site import demo
from games.views.problem import no_such_kind


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """A kind in brief, and then clause by clause; every clause has its address (``#M6.2``)."""
    try:
        kind = kinds.get(key)
    except KeyError:
        return no_such_kind(request)
    context = {
        "kind": kind,
        "kinds": kinds.all(),
        "sections": clauses.sections(kind.key),
        "example": _EXAMPLES[kind.key](),
    }
    return render(request, f"{kind.key}/rules.html", context)


def _late_in_a_game() -> Any:
    game = demo.play("marabunta", 7)
    return game.state(game.last * 2 // 3)


def _both_scorings() -> Any:
    """B3.7."""
    return mabula.initial({})._replace(marbles=read_picture(_B3_7), actor=NOBODY)


_EXAMPLES: Mapping[str, Callable[[], Any]] = {"marabunta": _late_in_a_game, "mabula": _both_scorings}
_B3_7 = """
.....W..
...BBB..
..W.WWB.
.BBBBBW.
...WWBW.
...BWWW.
...B.W..
........
""".strip()
