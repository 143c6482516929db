"""Which bot somebody has chosen last, by kind: forms know it as long as the session lasts."""

from typing import Any

from django.http import HttpRequest

from games import kinds
from games.bots import turns

KEY = "last-bots"


def remember(request: HttpRequest, kind: str, level: str) -> None:
    request.session[KEY] = {**request.session.get(KEY, {}), kind: level}


def about(request: HttpRequest) -> dict[str, Any]:
    """Whose ladders a form shows, and which bots they have chosen last, of those that still play."""
    known: dict[str, str] = request.session.get(KEY, {})
    playing = {kind.key for kind in kinds.all()}
    return {
        "person": request.user if request.user.is_authenticated else None,
        "remembered": {
            kind: level for kind, level in known.items() if kind in playing and level in turns.levels_of(kind)
        },
    }
