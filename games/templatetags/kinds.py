"""The registry of kinds in templates, so that no template outside a kind's folder names a kind."""

from __future__ import annotations

from django import template
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games import kinds
from games.kind_pages.page import KindPage
from games.kind_pages.registry import page_of
from games.kinds import Kind

register = template.Library()


@register.simple_tag
def all_kinds() -> tuple[Kind, ...]:
    return kinds.all()


@register.simple_tag
def kind_titles() -> str:
    """The titles of all kinds, as a sentence lists them."""
    return get_text_list([kind.title for kind in kinds.all()], _("and"))


@register.filter
def page(kind: Kind | str) -> KindPage:
    """The page of a kind, or of the kind with this key."""
    return page_of(kind if isinstance(kind, str) else kind.key)


@register.filter
def part(kind: Kind | str, name: str) -> str:
    """The name of one of a kind's templates: ``{% include kind|part:"card" %}``."""
    template_name: str = getattr(page(kind).templates, name)
    return template_name
