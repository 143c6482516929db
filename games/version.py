"""The version of this program, as CHANGELOG.md and pyproject.toml have it."""

from typing import Final

VERSION: Final = "0.2.0"
