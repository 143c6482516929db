"""The style sheets and scripts of each kind of page. See docs/decisions/0023-bundles-without-a-build.md.

Each of them is written, read and tested as a small file. In production ``collectstatic`` joins those of a bundle into
one file; elsewhere a page links to each of them.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from django.core.exceptions import ImproperlyConfigured

from accounts.preferences import Palette
from games import kinds
from games.kind_pages.registry import page_of


class Part(NamedTuple):
    """A static file, and for a style sheet the media that it is for."""

    name: str
    media: str = ""


def styles() -> dict[str, list[Part]]:
    """The parts of every bundle of style sheets. A page has that of the site, for its palette, and one of its own."""
    boards = [Part(name) for kind in kinds.all() for name in page_of(kind.key).board_styles]
    bundles = {
        "account": _sheets("account"),
        "archive": [*_sheets("games"), *boards, *_sheets("archive")],
        "boards": [*_sheets("games"), *boards],
        "careers": [*_sheets("games account"), *boards, *_sheets("lobby archive ratings careers")],
        "challenge": [*_sheets("games"), *boards, *_sheets("challenge")],
        "chat": _sheets("games chat"),
        "desk": _sheets("games account moderation"),
        "desk-appeal": _sheets("games account moderation sanctions moderation-people"),
        "desk-case": [*_sheets("games account moderation"), *boards],
        "desk-game": _sheets("games account moderation history"),
        "desk-people": _sheets("games account moderation moderation-people"),
        "desk-person": [*_sheets("games account moderation"), *boards, *_sheets("sanctions moderation-people")],
        "home": [*_sheets("games"), *boards, *_sheets("home")],
        "lobby": [*_sheets("games"), *boards, *_sheets("lobby")],
        "moves": _sheets("games history"),
        "my-first-games": [*_sheets("games"), *boards, *_sheets("desk home")],
        "my-games": [*_sheets("games"), *boards, *_sheets("desk")],
        "notifications": _sheets("games notifications"),
        "page": _sheets("games"),
        "profile": [*_sheets("games"), *boards, *_sheets("lobby ratings")],
        "preferences": _sheets("account notifications"),
        "ratings": _sheets("games lobby archive notifications ratings"),
        "rules": [*_sheets("games"), *boards, *_sheets("rules")],
        "sanctions": _sheets("account sanctions"),
    }
    for kind in kinds.all():
        page = page_of(kind.key)
        own = [Part(name) for name in (*page.board_styles, *page.page_styles)]
        bundles[f"game-{kind.key}"] = [*_sheets("table clocks history chat"), *own]
        bundles[f"guide-{kind.key}"] = [*_sheets("table"), *own, *_sheets("guide")]
    for palette in Palette:
        bundles[f"site-{palette}"] = [*_sheets("tokens"), *_CONTRAST[palette], *_sheets("site"), *_MEDIA]
    return bundles


def scripts() -> dict[str, list[Part]]:
    """The parts of every bundle of scripts, in the order in which they run."""
    bundles = {
        "challenge": _scripts("copy share"),
        "chat": _scripts("chat"),
        "desk": _scripts("desk"),
        "follow": _scripts("live follow"),
        "home": _scripts("demo"),
        "passkeys": [
            Part("mfa/js/webauthn-json.js"),
            Part("mfa/js/webauthn.js"),
            Part("account/js/onload.js"),
            *_scripts("passkeys"),
        ],
        "sign-up": _scripts("time_zone"),
        "site": _scripts("live follow page"),
    }
    for kind in kinds.all():
        own = [Part(name) for name in page_of(kind.key).page_scripts]
        bundles[f"game-{kind.key}"] = [
            *own,
            *_scripts("game steady fresh announce sound motion board keys history copy chat"),
        ]
        bundles[f"guide-{kind.key}"] = [*own, *_scripts("game steady fresh announce sound motion board keys")]
    return bundles


def file_of(bundle: str, ending: str) -> str:
    """The name of the static file that a bundle becomes."""
    return f"bundles/{bundle}.{ending}"


def joined(read: Callable[[str], str]) -> Iterator[tuple[str, str]]:
    """Every bundle as one file: its name and its content. ``read`` gives the content of a static file."""
    for bundle, parts in styles().items():
        name = file_of(bundle, "css")
        yield name, "\n".join(_style(part, read(part.name), folder=posixpath.dirname(name)) for part in parts)
    for bundle, parts in scripts().items():
        yield file_of(bundle, "js"), "\n".join(_script(part, read(part.name)) for part in parts)


def _style(part: Part, content: str, *, folder: str) -> str:
    """A style sheet inside of another one, which is in that folder: what it refers to is where it was."""
    moved = _ADDRESS.sub(
        lambda found: f'url("{posixpath.relpath(posixpath.join(posixpath.dirname(part.name), found[1]), folder)}")',
        content,
    )
    return f"@media {part.media} {{\n{moved}\n}}" if part.media else moved


def _script(part: Part, content: str) -> str:
    """A module as a block: its names stay its own, and what fails in it stops no other, as if it were a file."""
    if _TIES.search(content):
        raise ImproperlyConfigured(f"{part.name} imports or exports: a script of a bundle does neither")
    return f"try {{\n{content}\n}} catch (fault) {{ reportError(fault); }}"


def _sheets(names: str) -> list[Part]:
    return [Part(f"css/{name}.css") for name in names.split()]


def _scripts(names: str) -> list[Part]:
    return [Part(f"js/{name}.js") for name in names.split()]


_MEDIA: Iterable[Part] = (Part("css/forced-colors.css", "(forced-colors: active)"), Part("css/print.css", "print"))
_CONTRAST: dict[str, Iterable[Part]] = {
    Palette.AUTO: (Part("css/contrast.css", "(prefers-contrast: more)"),),
    Palette.CONTRAST: (Part("css/contrast.css"),),
    Palette.PICNIC: (),
}
_ADDRESS = re.compile(r"""url\(["']?(?![#/"']|\w+:)([^"')]+)["']?\)""")  # relative ones; "#…" is in the page
_TIES = re.compile(r"^\s*(?:import|export)\b(?!\s*\()", re.MULTILINE)
