from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import kinds
from games.views.problem import no_such_kind


@require_safe
def rules(request: HttpRequest, key: str) -> HttpResponse:
    try:
        kind = kinds.get(key)
    except KeyError:
        return no_such_kind(request)
    return render(request, f"{kind.key}/rules.html", {"kind": kind})
