"""The registry of kinds in templates, so that no template outside a kind's folder names a kind."""

from __future__ import annotations

from django import template
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games import kinds
from games.kind_pages import clauses
from games.kind_pages.lesson import Lesson
from games.kind_pages.page import KindPage
from games.kind_pages.registry import page_of
from games.kinds import Kind
from games.models import Rated
from games.view_models import rating_page

register = template.Library()


@register.simple_tag
def all_kinds() -> tuple[Kind, ...]:
    return kinds.all()


@register.simple_tag
def kind_titles() -> str:
    """The titles of all kinds, as a sentence lists them."""
    return get_text_list([kind.title for kind in kinds.all()], _("and"))


@register.simple_tag
def rated_name(row: Rated) -> str:
    """Who is rated."""
    return rating_page.name_of(row)


@register.filter
def page(kind: Kind | str) -> KindPage:
    """The page of a kind, or of the kind with this key."""
    return page_of(kind if isinstance(kind, str) else kind.key)


@register.filter
def part(kind: Kind | str, name: str) -> str:
    """The name of one of a kind's templates: ``{% include kind|part:"card" %}``."""
    template_name: str = getattr(page(kind).templates, name)
    return template_name


@register.filter
def option_card(kind: Kind, option: str) -> str:
    """The template that pictures a value of an option; nothing where a word will do."""
    return page(kind).option_cards.get(option, "")


@register.filter
def cited(clause: str) -> str:
    """The number of a clause as people read it."""
    return clauses.cited(str(clause))


@register.filter
def lesson(kind: Kind | str) -> Lesson | None:
    """Its guided first game, if it has one."""
    return page(kind).lesson
