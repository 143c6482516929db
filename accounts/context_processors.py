from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.preferences import Motion, Palette, Theme

THEME_COOKIE = "theme"


def languages(_request: HttpRequest) -> dict[str, Any]:
    """The languages of the site, for the switch at the foot of every page."""
    return {"languages": settings.LANGUAGES}


def appearance(request: HttpRequest) -> dict[str, Any]:
    """Colours, motion and sounds: as the user chose, or else the colours that the cookie says and no sounds."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return {"theme": user.theme, "palette": user.palette, "motion": user.motion, "sounds": user.sounds}
    theme = request.COOKIES.get(THEME_COOKIE)
    return {
        "theme": theme if theme in Theme.values else Theme.AUTO,
        "palette": Palette.AUTO,
        "motion": Motion.AUTO,
        "sounds": False,
    }
