"""A language that nobody speaks: every sentence that goes through gettext is ⟦bŕáácketed⟧, accented and 40 % longer.

What stands outside the brackets on a page in it is a sentence that nobody could translate; and a page that holds it
holds German or Polish too. It has no catalogue, so that it says whatever the code asks for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

from django.utils.translation import trans_real

from marabunta_site.catalogues import compiled

CODE: Final = "qps"
LANGUAGES: Final = [("en", "English"), (CODE, "Pseudo")]
OPEN, CLOSE = "⟦", "⟧"
# Kept as they are: placeholders, tags and entities.
KEPT: Final = re.compile(r"(%\(\w+\)[a-z]|%%|%[a-z]|\{\w*\}|<[^<>]*>|&#?\w+;)")
ACCENTS: Final = str.maketrans("aeioucnrszACENSZ", "áéíóúçñŕšžÁÇÉÑŠŽ")
VOWEL: Final = re.compile(r"([áéíóúÁÉ])")
IN_ATTRIBUTES: Final = {
    *("title", "aria-label", "alt", "placeholder", "aria-description", "aria-roledescription"),
    "data-told",  # which is said aloud
}
IN_META: Final = {"description", "og:title", "og:description", "og:image:alt"}
WITHOUT_WORDS: Final = {"script", "style", "template", "code", "kbd", "bdi", "textarea"}
VOID: Final = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

# What is the same in every language, and why.
SAME_IN_ALL: Final = (
    r"Marabunta|Mabula|Reiner Knizia|Néstor Romeral Andrés",
    r"English|Pseudo",  # they call themselves as at home
    r"\b[\w.+-]+@[\w.-]+\b|https?://\S+",
    r"(?:\d\d?|[A-Z])?\b[a-z]\d+\b|^ring [BW]{24}$",  # hexes, spaces, moves
    r"\b[0-9a-f]{8,}\b",  # digests and seeds
    r"^[A-Z]{2}$",  # two letters of a name
    r"\b(?:account|games)\.json\b",
    r"\b(?:UTC|GMT|IP|FAQ|QR|SVG|PNG|TXT|JSON|PGN|CSV|JavaScript|RFC|SHA-256|HMAC|WCAG)\b",
    r"\b(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\b",  # time zones
)
SAME: Final = re.compile("|".join(SAME_IN_ALL))


def same_with(names: Iterable[str]) -> re.Pattern[str]:
    """The same with the names of these people."""
    return re.compile("|".join([SAME.pattern, *map(re.escape, sorted(names, key=len, reverse=True))]))


def pseudo(text: str) -> str:
    """A sentence in the language that nobody speaks; its spaces at both ends stay outside."""
    bare = text.strip()
    if not bare:
        return text
    parts = KEPT.split(bare)
    parts[::2] = [VOWEL.sub(r"\1\1", part.translate(ACCENTS)) for part in parts[::2]]
    return text.replace(bare, f"{OPEN}{''.join(parts)}{CLOSE}", 1)


class Pseudo:
    """What Django asks a language for."""

    def gettext(self, message: str) -> str:
        return pseudo(message.rpartition(trans_real.CONTEXT_SEPARATOR)[2])

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return self.gettext(singular if number == 1 else plural)

    def language(self) -> str:
        return CODE

    def to_language(self) -> str:
        return CODE


def _known() -> dict[str, object]:
    """The languages that Django has read."""
    known: dict[str, object] = vars(trans_real)["_translations"]
    return known


def learn(folder: Path) -> None:
    """Have the language known; the folder is one of LOCALE_PATHS, where Django looks whether there is such."""
    path = folder / CODE / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(compiled([]))
    _known()[CODE] = Pseudo()


@contextmanager
def spoken(folder: Path) -> Iterator[None]:
    """The site has this language beside English; the folder is an empty one."""
    from django.test import override_settings  # noqa: PLC0415 - settings that are being read import this module

    learn(folder)
    try:
        with override_settings(LANGUAGES=LANGUAGES, LOCALE_PATHS=[folder]):
            _known()[CODE] = Pseudo()  # other languages make Django forget those it knew
            yield
    finally:
        _known().pop(CODE, None)


class _Page(HTMLParser):
    """The words of a page, in its order: what a reader sees or hears, without what is marked as people's own."""

    def __init__(self) -> None:
        super().__init__()
        self.stretches: list[str] = []  # each ends where another begins that is read apart from it
        self._text = ""
        self._path: list[tuple[str, bool]] = []  # the open elements, and whether they hold no words of the site

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        is_silent = tag in WITHOUT_WORDS or given.get("translate") == "no" or given.get("dir") == "auto"
        is_silent |= bool(self._path) and self._path[-1][1]
        if not is_silent:
            self.stretches += [value for name, value in given.items() if name in IN_ATTRIBUTES]
            if tag == "meta" and (given.get("name") or given.get("property")) in IN_META:
                self.stretches.append(given.get("content", ""))
            if tag == "input" and given.get("type") in ("submit", "button"):
                self.stretches.append(given.get("value", ""))
        if tag not in VOID:
            self._path.append((tag, is_silent))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._path.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._path and self._path.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not (self._path and self._path[-1][1]):
            self._text += data
            if self._text.count(OPEN) <= self._text.count(CLOSE):
                self.stretches.append(self._text)
                self._text = ""


def outside(text: str) -> str:
    """What a text says outside the brackets, which may stand in each other."""
    before = None
    while before != text:
        before, text = text, re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", text)
    return " ".join(text.split())


def untranslated(page: str, allowed: re.Pattern[str]) -> list[str]:
    """The words of a page that are outside the brackets and not ``allowed``, each with its text."""
    reader = _Page()
    reader.feed(page)
    reader.close()
    return [left for text in reader.stretches if (left := words_outside(text, allowed))]


def words_outside(text: str, allowed: re.Pattern[str]) -> str:
    """Of a plain text: what is outside and has words in it that are not ``allowed``."""
    left = outside(text)
    return left if re.search(r"[^\W\d_]{2,}", allowed.sub(" ", left)) else ""


def marked(words: Any) -> bool:
    """Whether a text is in the language that nobody speaks."""
    return str(words).startswith(OPEN)
