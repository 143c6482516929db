"""Tags: short words of one's own. Those of a game are stored as one text, with bars: ``|endgame|luck|``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MOST: Final = 8  # on one game
LONGEST: Final = 24
BAR: Final = "|"


class BadTags(ValueError):
    """What is wrong: ``many`` or ``long``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read(text: str) -> list[str]:
    """The tags that somebody typed, with commas between them; each once, in small letters. Raises BadTags."""
    found: set[str] = set()
    for part in text.replace("\n", ",").replace(BAR, " ").split(","):
        if tag := " ".join(part.split()).lower():
            found.add(tag)
    if any(len(tag) > LONGEST for tag in found):
        raise BadTags("long")
    if len(found) > MOST:
        raise BadTags("many")
    return sorted(found)


def stored(tags: Iterable[str]) -> str:
    joined = BAR.join(tags)
    return f"{BAR}{joined}{BAR}" if joined else ""


def listed(column: str) -> list[str]:
    """The tags of a game, from what is stored."""
    return [tag for tag in column.split(BAR) if tag]


def part(tag: str) -> str:
    """What the stored text of a game has in it that has this tag."""
    return f"{BAR}{tag.replace(BAR, ' ')}{BAR}"
