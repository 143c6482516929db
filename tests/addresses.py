"""Every address of the site, and those that a mail holds."""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver


def addresses() -> Iterator[tuple[str, URLPattern, set[str]]]:
    """By name, with the pattern and the names of its parts."""

    def walk(patterns: list[Any], namespace: str, parts: set[str]) -> Iterator[tuple[str, URLPattern, set[str]]]:
        for pattern in patterns:
            known = parts | set(pattern.pattern.converters) | set(pattern.pattern.regex.groupindex)
            if isinstance(pattern, URLResolver):
                within = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
                yield from walk(pattern.url_patterns, within, known)
            else:
                assert isinstance(pattern, URLPattern)
                yield f"{namespace}{pattern.name}", pattern, known

    return walk(get_resolver().url_patterns, "", set())


def addresses_in(text: str) -> list[str]:
    """The whole addresses in a part of a mail: none of them is only the beginning of another."""
    return re.findall(r'https?://[^\s"<]+', text)
