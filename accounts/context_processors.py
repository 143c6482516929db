from typing import Any

from django.http import HttpRequest

from accounts.preferences import Motion, Palette, Theme

THEME_COOKIE = "theme"


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
