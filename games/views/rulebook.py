from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games import kinds
from games.kind_pages import clauses
from games.kind_pages.registry import page_of
from games.kinds import Kind
from games.site import demo
from games.views.problem import no_such_kind

EXAMPLE = 7  # the demo game from which a kind without an example of its own shows a position


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """A kind in brief, and then clause by clause; every clause has its address (``#M6.2``)."""
    try:
        kind = kinds.get(key)
    except KeyError:
        return no_such_kind(request)
    page = page_of(kind.key)
    context = {
        "kind": kind,
        "kinds": kinds.all(),
        "sections": clauses.sections(kind.key),
        "example": page.example() if page.example else _late_in_a_game(kind),
        "book": page.rulebook() if page.rulebook else None,
        "has_rulings": bool(page.clauses.RULINGS),
        "has_summary": bool(page.templates.summary),
        "doubt": page.words.doubt,
    }
    return render(request, page.templates.rules, context)


@require_safe
def summary(request: HttpRequest, key: str) -> HttpResponse:
    """A kind on one sheet of paper."""
    try:
        kind = kinds.get(key)
    except KeyError:
        return no_such_kind(request)
    page = page_of(kind.key)
    if not page.templates.summary:
        return redirect("games:rules", key=kind.key)
    return render(request, page.templates.summary, {"kind": kind, "book": page.rulebook() if page.rulebook else None})


def _late_in_a_game(kind: Kind) -> Any:
    game = demo.play(kind.key, EXAMPLE)
    return game.state(game.last * 2 // 3)
