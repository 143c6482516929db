"""The page of each kind, found through the registry of kinds."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from games import kinds
from games.kind_pages.page import KindPage


def page_of(key: str) -> KindPage:
    """The page of the kind of that key. Raises KeyError."""
    return _page_in(kinds.get(key).package)


@cache
def _page_in(package: str) -> KindPage:
    page = import_module(f"{package}.page").PAGE
    assert isinstance(page, KindPage)
    return page
