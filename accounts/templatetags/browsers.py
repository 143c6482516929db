from django import template
from django.utils.translation import gettext as _

register = template.Library()

# What a user agent contains, and what people call it; the first that fits. Most claim to be several.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "macOS",
    "Linux": "Linux",
}


@register.filter
def browser(user_agent: str) -> str:
    """A user agent as people would say it."""
    program = next((name for mark, name in BROWSERS.items() if mark in user_agent), None)
    system = next((name for mark, name in SYSTEMS.items() if mark in user_agent), None)
    if program and system:
        return _("%(program)s on %(system)s") % {"program": program, "system": system}
    return program or system or user_agent or _("Unknown browser")
