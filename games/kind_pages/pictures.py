"""A kind's picture as a file of its own: an SVG that needs no stylesheet, and the PNG made of it.

It is the template of the pages. What draws the PNG knows neither custom properties nor layers, so our own
stylesheets are read here, and every ``var(--x)`` and ``light-dark(a, b)`` becomes the plain colour by daylight.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from games.kind_pages import drawn
from games.kind_pages.registry import page_of

PREVIEW: Final = (1200, 630)  # the size of the picture in link previews
_PAPER: Final = 0.05  # of the shorter side stays free all round


def standalone(
    key: str, state: Any, latest: Sequence[str] = (), *, width: int = PREVIEW[0], height: int | None = None
) -> str:
    """The picture on a sheet of paper; without a height, of a sheet of its own shape."""
    page = page_of(key)
    picture = page.picture(state, latest=tuple(latest))
    board = render_to_string(page.templates.board, {"picture": picture, "bare": True})  # bare: there are no fonts
    high = height or round(width * _shape(board))
    margin = round(min(width, high) * _PAPER)
    sheet = {
        "width": width,
        "height": high,
        "margin": margin,
        "inner_width": width - 2 * margin,
        "inner_height": high - 2 * margin,
        "board": board,
        "symbols": page.templates.board_symbols,
        "style": _style(key),
    }
    return _plain(render_to_string("pictures/standalone.svg", sheet), _tokens())


def png(
    key: str, state: Any, latest: Sequence[str] = (), *, width: int = PREVIEW[0], height: int | None = None
) -> bytes:
    """The same as a PNG, however long it takes. Raises NotDrawn."""
    return drawn.png(standalone(key, state, latest, width=width, height=height))


def _shape(board: str) -> float:
    """How high a picture is for its width."""
    found = re.search(r'viewBox="([^"]+)"', board)
    assert found, "a picture says how large it is"
    _left, _top, wide, high = map(float, found[1].split())
    return high / wide


@cache
def _style(key: str) -> str:
    """The rules of the layer for drawings, those of the kind last."""
    sheets = (_stylesheet(name) for name in ("css/site.css", *page_of(key).board_styles))
    rules = [rule for sheet in sheets for rule in _rules(sheet, layer="drawings")]
    tokens = _tokens()
    return "\n".join(f"{selector} {{ {_known(body, tokens)} }}" for selector, body in rules)


@cache
def _tokens() -> Mapping[str, str]:
    """The design tokens, each as it is written."""
    rules = _rules(_stylesheet("css/tokens.css"), layer="tokens")
    return {
        name.strip(): value.strip()
        for selector, body in rules
        if selector == ":root"
        for name, colon, value in (declaration.partition(":") for declaration in body.split(";"))
        if colon and name.strip().startswith("--")
    }


def _stylesheet(name: str) -> str:
    path = finders.find(name)
    return re.sub(r"/\*.*?\*/", "", Path(path).read_text("utf-8"), flags=re.DOTALL) if path else ""


def _rules(css: str, *, layer: str) -> Iterator[tuple[str, str]]:
    """The plain rules that stand directly in a layer: none of those for some screens only."""
    for prelude, body in _blocks(css):
        if prelude == f"@layer {layer}":
            yield from ((selector, rule) for selector, rule in _blocks(body) if not selector.startswith("@"))


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """The text before each outermost opening brace, and the text between it and its closing brace."""
    depth, start, prelude, opened = 0, 0, "", 0
    for found in re.finditer(r"[{};]", css):
        place, sign = found.start(), found[0]
        if sign == "{":
            if not depth:
                prelude, opened = " ".join(css[start:place].split()), place + 1
            depth += 1
        elif sign == "}":
            depth -= 1
            if not depth:
                yield prelude, css[opened:place]
                start = place + 1
        elif not depth:
            start = place + 1


def _known(body: str, tokens: Mapping[str, str]) -> str:
    """The declarations that are plain once the tokens are put in."""
    plain = (_plain(" ".join(declaration.split()), tokens) for declaration in body.split(";"))
    return "; ".join(text for text in plain if text and not text.startswith("--") and "var(" not in text)


def _plain(text: str, tokens: Mapping[str, str]) -> str:
    """With the values of the tokens for their names, of two colours the one for daylight, and colours as of old."""
    while "var(--" in text:
        known = re.sub(r"var\((--[\w-]+)\)", lambda name: tokens.get(name[1], name[0]), text)
        if known == text:
            break
        text = known
    text = re.sub(r"light-dark\(((?:[^(),]|\([^()]*\))+),(?:[^()]|\([^()]*\))+\)", lambda pair: pair[1], text)
    return re.sub(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)\)", r"rgba(\1, \2, \3, \4)", text)
