"""Django's templates, compiled to Python functions: the same language and the same output, in a fraction of the time.

Django renders a template by asking every node of its tree. Here the common nodes (text, variables, if, for, with,
include, translate) become the lines of one function; any other node is asked as ever. What a function looks names up in
is a plain dictionary, which is also the topmost one of Django's context: so both kinds of nodes see the same. See
docs/decisions/0025-compiled-templates.md.
"""

from __future__ import annotations

from typing import Any

from django.template import Template
from django.template.loaders import cached

from marabunta_site.compiled_templates.writer import CompiledNodes

__all__ = ["CompiledNodes", "Loader"]


class Loader(cached.Loader):
    """Loads templates from the loaders it is given, once, and compiles them."""

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        template = super().get_template(template_name, skip)
        if not isinstance(template.nodelist, CompiledNodes):
            is_indented = not template_name.endswith((".html", ".svg")) or "<pre" in template.source
            template.nodelist = CompiledNodes(template.nodelist, is_indented)
            for partial in template.extra_data.get("partials", {}).values():
                partial.nodelist = CompiledNodes(partial.nodelist, is_indented)
        return template
