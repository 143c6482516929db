from typing import Any

from django.http import HttpRequest

from accounts.preferences import Palette, Theme

THEME_COOKIE = "theme"


def appearance(request: HttpRequest) -> dict[str, Any]:
    """The colours of pages and boards: as the user chose, or else as the cookie says."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return {"theme": user.theme, "palette": user.palette}
    theme = request.COOKIES.get(THEME_COOKIE)
    return {"theme": theme if theme in Theme.values else Theme.AUTO, "palette": Palette.PICNIC}
