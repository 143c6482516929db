"""How well everything that carries meaning is seen: makes docs/contrast.md from the design tokens.

    python -m tests.contrast

Contrast is that of WCAG 2.2. What is measured, and how much of it is needed, is in ``tests/contrast_pairs.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tests.contrast_pairs import GROUPS, STANDS_FOR, Pair

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "contrast.md"
SHEETS = ROOT / "static" / "css"

Colour: TypeAlias = tuple[float, float, float, float]  # red, green, blue from 0 to 255, and how much it covers
Tokens: TypeAlias = Mapping[str, str]

_PART = r"((?:[^(),]|\([^()]*\))+)"
LIGHT_DARK = re.compile(rf"light-dark\({_PART}, {_PART}\)")


class Look(NamedTuple):
    """A theme, and the palette of the boards."""

    title: str
    is_dark: bool
    sheets: tuple[str, ...]


LOOKS = (
    Look("light", False, ("tokens.css",)),
    Look("dark", True, ("tokens.css",)),
    Look("light, contrast", False, ("tokens.css", "contrast.css")),
    Look("dark, contrast", True, ("tokens.css", "contrast.css")),
)


class Measured(NamedTuple):
    ratio: float
    where: str  # which of the places that the pair stands for is the worst


def read_tokens(look: Look) -> Tokens:
    """Every token as it is written for this look; those of a later sheet win."""
    tokens: dict[str, str] = {}
    for sheet in look.sheets:
        css = re.sub(r"/\*.*?\*/", "", (SHEETS / sheet).read_text("utf-8"), flags=re.DOTALL)
        root = re.search(r"^  :root \{(.*?)^  \}", css, re.DOTALL | re.MULTILINE)
        assert root, f"{sheet} has no tokens"
        tokens |= dict(re.findall(r"(--[\w-]+): ([^;]+);", root[1]))
    return {name: LIGHT_DARK.sub(lambda pair: pair[2 if look.is_dark else 1], text) for name, text in tokens.items()}


def colour(text: str, tokens: Tokens) -> Colour:
    """``--token``, ``#hex`` or ``rgb(…)``; ``… over …`` is one laid over the other."""
    if " over " in text:
        above, below = (colour(part, tokens) for part in text.split(" over "))
        return over(above, below)
    if found := re.fullmatch(r"(?:var\()?(--[\w-]+)\)?", text):
        return colour(tokens[found[1]], tokens)
    if found := re.fullmatch(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)", text):
        red, green, blue, cover = map(float, found.groups())
        return red, green, blue, cover
    digits = text.removeprefix("#") if len(text) == 7 else "".join(digit * 2 for digit in text.removeprefix("#"))
    red, green, blue = (float(int(digits[place : place + 2], 16)) for place in (0, 2, 4))
    return red, green, blue, 1.0


def over(above: Colour, below: Colour) -> Colour:
    """What is seen where one colour lies over another."""
    cover = above[3]
    red, green, blue = (one * cover + other * (1 - cover) for one, other in zip(above[:3], below[:3], strict=True))
    return red, green, blue, 1.0


def contrast(one: Colour, other: Colour) -> float:
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def measure(pair: Pair, tokens: Tokens) -> Measured:
    """The least contrast of all places that a pair stands for; of two tones side by side, the better one is seen."""
    found = []
    for place, seen, ground in _places(pair):
        below = colour(ground, tokens)
        tones = (over(colour(tone, tokens), below) for tone in seen.split(" or "))
        found.append(Measured(max(contrast(tone, below) for tone in tones), place))
    return min(found)


def draw_page() -> str:
    looks = [read_tokens(look) for look in LOOKS]
    lines = [
        "# What is seen against what",
        "",
        "Made by `python -m tests.contrast` from the design tokens: do not edit. What is measured is in",
        "[`tests/contrast_pairs.py`](../tests/contrast_pairs.py); a test fails when a token falls short.",
        "",
        "Contrast is that of WCAG 2.2: 4.5 for words (1.4.3), 3 for drawings and for the edges of controls (1.4.11). A",
        "row that stands for several places, such as the six regions, tells the worst of them. *Or* are two tones side",
        "by side, such as the ring of focus and the gap round it: whichever stands out makes both seen.",
    ]
    for title, pairs in GROUPS.items():
        lines += ["", f"## {title}", "", f"| | seen | against | needs | {' | '.join(look.title for look in LOOKS)} |"]
        lines += ["|---|---|---|---|" + "---|" * len(LOOKS)]
        lines += [_row(pair, looks) for pair in pairs]
    return "\n".join(lines) + "\n"


def _row(pair: Pair, looks: list[Tokens]) -> str:
    results = [measure(pair, tokens) for tokens in looks]
    told = [f"{ratio:.1f}{f' {where}' if where else ''}" for ratio, where in results]
    return f"| {pair.what} | `{pair.seen}` | `{pair.ground}` | {pair.needs:g} | {' | '.join(told)} |"


def _places(pair: Pair) -> Iterator[tuple[str, str, str]]:
    """For each word that the word in braces stands for: that word, what is seen, and what it is seen against."""
    word = re.search(r"\{(\w+)\}", pair.seen + pair.ground)
    if not word:
        yield "", pair.seen, pair.ground
        return
    for place in STANDS_FOR[word[1]]:
        yield place, pair.seen.replace(word[0], place), pair.ground.replace(word[0], place)


def _luminance(of: Colour) -> float:
    parts = (part / 255 for part in of[:3])
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


if __name__ == "__main__":
    PAGE.write_text(draw_page(), "utf-8")
