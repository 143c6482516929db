"""The file with the settings of a site: ``NAME=value`` lines, as systemd and containers read them too."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

import environ
from django.core.exceptions import ImproperlyConfigured

USUAL: Final = ".env"
# Read by others than the settings: by Python, Django, containers and process managers.
OTHERS: Final = re.compile(
    r"ENV_FILE|PATH|TZ|LANG|LC_\w+|DJANGO_\w+|PYTHON\w+|POSTGRES_\w+|COMPOSE_\w+|SITE_HOST|WEB_\w+"
)
_LINE = re.compile(r"""(?:export\s+)?([A-Za-z_]\w*)=(?:"([^"]*)"|'([^']*)'|([^"'\s].*?)?)\s*""")


class Asking(environ.Env):  # type: ignore[misc]
    """django-environ, which remembers what it was asked for: any other name in the file is a slip."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def get_value(self, var: str, *arguments: Any, **options: Any) -> Any:
        self.asked.add(var)
        try:
            return super().get_value(var, *arguments, **options)
        except ValueError:
            raise ImproperlyConfigured(f"{var} is {os.environ.get(var)!r}, which is not what it can be.") from None

    def unknown(self, names: Collection[str]) -> list[str]:
        return sorted(name for name in names if name not in self.asked and not OTHERS.fullmatch(name))


def read(folder: Path) -> dict[str, str]:
    """Take over what the file says and the environment does not. Returns all that it says."""
    named = os.environ.get("ENV_FILE")
    if named is None and os.environ.get("DEBUG", "").lower() in environ.Env.BOOLEAN_TRUE_STRINGS:
        return {}  # work on one's own machine must not reach what belongs to others
    path = folder / (USUAL if named is None else named)
    if named == "" or (named is None and not path.exists()):
        return {}
    try:
        found = parsed(path.read_text(), path.name)
    except OSError as problem:
        raise ImproperlyConfigured(f"ENV_FILE names {path}, which cannot be read: {problem.strerror}.") from None
    for name, value in found.items():
        os.environ.setdefault(name, value)
    return found


def parsed(text: str, name: str) -> dict[str, str]:
    """Names and values. Raises ImproperlyConfigured at a line that could be meant in two ways."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise ImproperlyConfigured(f"Line {number} of {name} cannot be read. Write it as NAME=value.")
        if match[1] in found:
            raise ImproperlyConfigured(f"{match[1]} stands twice in {name}. Keep one of the two lines.")
        found[match[1]] = match[2] or match[3] or match[4] or ""
    return found
