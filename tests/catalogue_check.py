"""What is wrong with the catalogues in locale/: ``python -m tests.catalogue_check`` (part of ``make check``).

English is the language of the source and needs no translation. Every other one of the site's languages must have a
catalogue in which nothing is missing, guessed or left over, and in which every translation fits its sentence.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import django
from django.conf import settings

from marabunta_site.catalogues import BadCatalogue, Message, header, read

PLACEHOLDER: Final = re.compile(r"%\(\w+\)[a-z]|%%|%[sd]|\{\w*\}")
TAG: Final = re.compile(r"</?[a-z][^<>]*>")
STOPS: Final = ".!?…:;,"
CLOSING: Final = "”»’)\u00a0\u202f"
# What each language quotes with, and which signs it never uses.
FOREIGN_QUOTES: Final = {"fr": "“”„", "it": "„", "pl": "“«»"}
BREAKS_BEFORE: Final = re.compile(r"(?<=[\w)»”%])( ?)([:;!?])(?=\s|$)")  # in French a no-break space stands there
NO_BREAK: Final = ("\u00a0", "\u202f")


def problems(messages: list[Message], language: str) -> Iterator[str]:
    """One line for everything that is wrong."""
    forms = header(messages).get("Plural-Forms", "")
    wanted = plural_forms(language)
    if "".join(forms.split()) != "".join(wanted.split()):
        yield f"the header needs Plural-Forms: {wanted}"
    if header(messages).get("Language") != language:
        yield f"the header needs Language: {language}"
    count = int((re.search(r"nplurals=(\d+)", wanted) or ["", "1"])[1])
    for message in messages:
        if message.text or message.context is not None:
            for problem in _problems_of(message, language, count):
                yield f"line {message.line}: {problem}: {message.text!r}"


def plural_forms(language: str) -> str:
    """The formula that Django has for the language, in which its own sentences are counted."""
    catalogue = Path(django.__file__).parent / "conf" / "locale" / language / "LC_MESSAGES" / "django.po"
    return header(read(catalogue))["Plural-Forms"]


def _problems_of(message: Message, language: str, count: int) -> Iterator[str]:
    if message.is_obsolete:
        yield "no longer a sentence of the site"
        return
    if "fuzzy" in message.flags:
        yield "guessed, not translated"
    if not message.is_translated:
        yield "not translated"
        return
    if message.plural is None:
        yield from _misfits(message.text, message.translations[0], language)
        return
    if sorted(message.translations) != list(range(count)):
        yield f"{len(message.translations)} plural forms instead of {count}"
    for form, said in message.translations.items():
        text = message.text if form == 0 else message.plural
        yield from _misfits(text, said, language, other=message.plural if form == 0 else None)


def _misfits(text: str, said: str, language: str, other: str | None = None) -> Iterator[str]:
    """Where a translation does not fit. The first plural form may name the number that English leaves out there."""
    allowed = {*PLACEHOLDER.findall(text), *PLACEHOLDER.findall(other or "")}
    needed, found = {*PLACEHOLDER.findall(text)}, {*PLACEHOLDER.findall(said)}
    if other is not None:
        needed &= {*PLACEHOLDER.findall(other)}
    if not needed <= found <= allowed:
        yield f"other placeholders, {' '.join(sorted(found)) or 'none'}"
    if Counter(TAG.findall(text)) != Counter(TAG.findall(said)):
        yield f"other tags, {' '.join(TAG.findall(said)) or 'none'}"
    for place, edge in (("beginning", r"\A[ \t\n]*"), ("end", r"[ \t\n]*\Z")):
        if re.findall(edge, text) != re.findall(edge, said):
            yield f"other spaces or lines at the {place}"
    if _stop(text) != _stop(said):
        yield f"ends with “{_stop(said)}” instead of “{_stop(text)}”"
    yield from _foreign_signs(text, said, language)


def _stop(text: str) -> str:
    bare = TAG.sub("", text).strip().rstrip(CLOSING)
    return bare[-1] if bare and bare[-1] in STOPS else ""


def _foreign_signs(text: str, said: str, language: str) -> Iterator[str]:
    bare = PLACEHOLDER.sub("x", TAG.sub("", said))
    source = TAG.sub("", text)
    if '"' in bare and '"' not in source:
        yield "straight quotes"
    if re.search(r"\w'\w", bare) and "'" not in source:
        yield "a straight apostrophe"
    if foreign := {sign for sign in FOREIGN_QUOTES.get(language, "") if sign in bare}:
        yield f"quotes of another language, {' '.join(sorted(foreign))}"
    if language == "fr":
        if re.search("«(?![\u00a0\u202f])|(?<![\u00a0\u202f])»", bare):
            yield "no no-break space inside « »"
        if " : " not in source and any(True for _ in BREAKS_BEFORE.finditer(bare)):
            yield "no no-break space before : ; ! or ?"
    if language == "it" and re.search("«\\s|\\s»", bare):
        yield "a space inside « »"


def report(folder: Path, language: str) -> tuple[str, list[str]]:
    """A line of counts, and everything that is wrong with the catalogue of a language."""
    path = folder / language / "LC_MESSAGES" / "django.po"
    try:
        messages = read(path)
    except FileNotFoundError:
        return f"{language}: no catalogue", [f"{path} is missing: make it a folder of its own, then make messages"]
    except BadCatalogue as problem:
        return f"{language}: unreadable", [str(problem)]
    told = [one for one in messages if one.text]
    words = sum(len(PLACEHOLDER.sub("x", said).split()) for one in told for said in one.translations.values())
    missing = sum(not one.is_translated for one in told if not one.is_obsolete)
    guessed, left = sum("fuzzy" in one.flags for one in told), sum(one.is_obsolete for one in told)
    counts = f"{len(told)} strings, {words} words; {missing} untranslated, {guessed} fuzzy, {left} obsolete"
    return f"{language}: {counts}", list(problems(messages, language))


def main() -> int:
    status = 0
    for folder in settings.LOCALE_PATHS:
        for language, _name in settings.LANGUAGES:
            if language == settings.LANGUAGE_CODE:
                continue
            line, wrong = report(Path(folder), language)
            print(line)
            for problem in wrong:
                print(f"  {problem}", file=sys.stderr)
                status = 1
    return status


if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    sys.exit(main())
