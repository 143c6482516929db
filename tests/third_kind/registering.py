"""The one line that registers a kind, for the length of a test."""

from __future__ import annotations

from typing import Any

from games import kinds
from games.contract.kind import Kind

PACKAGE = "tests.third_kind"


def register(monkeypatch: Any, settings: Any) -> Kind:
    """Add the line to the registry, and read again the two settings that are made of the registry."""
    monkeypatch.setattr(kinds, "PACKAGES", (*kinds.PACKAGES, PACKAGE))
    kind = kinds.all()[-1]
    engine = settings.TEMPLATES[0]
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], kind.folder / "templates"]}]
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, kind.folder / "static"]
    return kind
