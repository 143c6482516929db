"""Links to bundles, for every template: ``{% styles "lobby" %}``, ``{% scripts "game" page.kind.key %}``.

What stands behind the name of a bundle is the variant of it: a kind of game, or a palette.
"""

from __future__ import annotations

from collections.abc import Callable

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from marabunta_site import bundles
from marabunta_site.bundles import Part

register = template.Library()


@register.simple_tag
def styles(bundle: str, variant: str = "") -> SafeString:
    links = (
        (staticfiles_storage.url(name), format_html(' media="{}"', media) if media else "")
        for name, media in _files(bundles.styles, bundle, variant, "css")
    )
    return format_html_join("\n", '<link rel="stylesheet" href="{}"{}>', links)


@register.simple_tag
def scripts(bundle: str, variant: str = "", *, is_first_seen_after: bool = False) -> SafeString:
    """Modules, which run in order once the page is parsed; if so told, nobody sees the page before they have run."""
    blocking = format_html(' blocking="{}"', "render") if is_first_seen_after else ""
    links = ((staticfiles_storage.url(name), blocking) for name, _ in _files(bundles.scripts, bundle, variant, "js"))
    return format_html_join("\n", '<script type="module" src="{}"{}></script>', links)


def _files(declared: Callable[[], dict[str, list[Part]]], bundle: str, variant: str, ending: str) -> list[Part]:
    """The one file of a bundle where the storage has made it, or else the files that it consists of."""
    name = f"{bundle}-{variant}" if variant else bundle
    if getattr(staticfiles_storage, "has_bundles", False):
        return [Part(bundles.file_of(name, ending))]
    return declared()[name]
