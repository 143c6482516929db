"""Whose site it is, for every template: its name, and a logo and colours of its own where there are some."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import format_html

register = template.Library()

LOGO: Final = "logo.svg"
COLOURS: Final = "colours.css"


@register.simple_tag
def site_name() -> str:
    return str(settings.SITE_NAME)


@register.simple_tag
def who_may_sign_up() -> str:
    return str(settings.SIGN_UPS)


@register.simple_tag
def own_logo() -> str:
    """The address of the logo; empty where the site has none of its own."""
    return _address(LOGO)


@register.simple_tag
def own_colours() -> str:
    """A link to the style sheet that comes after all others."""
    address = _address(COLOURS)
    return format_html('<link rel="stylesheet" href="{}">', address) if address else ""


def _address(name: str) -> str:
    if not settings.SITE_FOLDER or not (Path(settings.SITE_FOLDER) / name).is_file():
        return ""
    return str(staticfiles_storage.url(f"own/{name}"))
