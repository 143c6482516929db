"""The page of a game that cannot be replayed: it says so, and that its log is safe."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.kinds import UnknownKind
from games.table.unreadable import Unreadable


class CannotBeShown:
    """Middleware: whichever view or command of a view reads such a game."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, Unreadable | UnknownKind):
            return None
        sentence = _("Its moves are kept, and the administrators have been told. All other games go on.")
        return render(request, "games/cannot_be_shown.html", {"sentence": sentence}, status=409)
