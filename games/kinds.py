"""The registry of kinds: a kind is one package, and one line here. ``docs/new-kind.md`` is the guide."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from games.contract.kind import Kind

__all__ = ["PACKAGES", "Kind", "UnknownKind", "all", "get", "title_of"]

# Each package defines ``KIND``. Lists show the kinds in this order, and the home page shows a game of the first.
PACKAGES: tuple[str, ...] = (
    "games.marabunta",
    "games.mabula",
)


class UnknownKind(KeyError):
    """No package here is of this kind: it was removed, or a game was stored by a newer version."""


def get(key: str) -> Kind:
    """The kind of that key. Raises UnknownKind."""
    try:
        return _by_key(PACKAGES)[key]
    except KeyError:
        raise UnknownKind(key) from None


def title_of(key: str) -> str:
    """The title of a kind, for lists of what concerns many games; of one that nobody knows, its key."""
    kind = _by_key(PACKAGES).get(key)
    return kind.title if kind else key


def all() -> tuple[Kind, ...]:
    return tuple(_by_key(PACKAGES).values())


@cache
def _by_key(packages: tuple[str, ...]) -> Mapping[str, Kind]:
    found: list[Kind] = [import_module(package).KIND for package in packages]
    return {kind.key: kind for kind in found}
