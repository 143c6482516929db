from __future__ import annotations

from django import template

from games.marabunta.page.hexes import Leaf, leaves
from games.marabunta.rules import State

register = template.Library()


@register.simple_tag
def leaves_of(state: State) -> list[Leaf]:
    """The leaves of Marabunta for who only watches: none of them is there to be pressed."""
    return leaves(state, {})
