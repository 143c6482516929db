"""Which bot somebody has chosen last: forms begin with it, for as long as the session lasts."""

from django.http import HttpRequest

from games.bots import turns

KEY = "last-bot"


def remember(request: HttpRequest, level: str) -> None:
    request.session[KEY] = level


def recall(request: HttpRequest) -> dict[str, str]:
    """The initial value of a form; nothing if none was chosen, or one that does not play any more."""
    level = request.session.get(KEY)
    return {"bot": level} if level in turns.LEVELS else {}
