"""Catalogues of sentences: read from .po files, and compiled to the .mo files that Django reads.

This is done here rather than by GNU's msgfmt, so that whoever runs the site or its tests need not have it installed:
when Django starts (marabunta_site/apps.py), every .mo that is older than its .po is made anew.
"""

from __future__ import annotations

import ast
import logging
import os
import struct
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

logger = logging.getLogger(__name__)


class BadCatalogue(ValueError):
    """A line of a .po file cannot be read."""


@dataclass
class Message:
    """An entry of a catalogue. The first one has no text and holds the header."""

    line: int = 0
    context: str | None = None
    text: str = ""
    plural: str | None = None
    translations: dict[int, str] = field(default_factory=dict)  # by the number of the plural form; 0 where there is one
    flags: set[str] = field(default_factory=set)
    is_obsolete: bool = False

    @property
    def is_translated(self) -> bool:
        return bool(self.translations) and all(self.translations.values())


def read(path: Path) -> list[Message]:
    """The messages of a .po file."""
    return list(_messages(path.read_text("utf-8").splitlines()))


def header(messages: Iterable[Message]) -> dict[str, str]:
    """The fields of the header, such as Plural-Forms."""
    told = next((one.translations.get(0, "") for one in messages if not one.text and one.context is None), "")
    return {
        name.strip(): value.strip()
        for name, colon, value in (line.partition(":") for line in told.split("\n"))
        if colon
    }


def compiled(messages: Iterable[Message]) -> bytes:
    """The content of the .mo file: what is translated and not guessed. GNU gettext’s format."""
    pairs = sorted(
        (_key(one).encode(), "\0".join(one.translations[form] for form in sorted(one.translations)).encode())
        for one in messages
        if one.is_translated and not one.is_obsolete and "fuzzy" not in one.flags
    )
    count, start = len(pairs), 28
    place = start + 16 * count
    tables: list[list[int]] = [[], []]
    data = b""
    for column, table in enumerate(tables):
        for pair in pairs:
            table += [len(pair[column]), place + len(data)]
            data += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, count, start, start + 8 * count, 0, place)
    return head + b"".join(struct.pack(f"<{2 * count}I", *table) for table in tables) + data


def bring_up_to_date(folders: Iterable[Path | str]) -> list[Path]:
    """Compile every catalogue in these folders whose .mo is missing or older; the files that were written."""
    written = []
    for source in (found for folder in folders for found in sorted(Path(folder).glob("*/LC_MESSAGES/*.po"))):
        target = source.with_suffix(".mo")
        try:
            if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
                continue
            _replace(target, compiled(read(source)))
        except (OSError, BadCatalogue) as problem:  # the site speaks English then, which is better than not at all
            logger.error("%s is not compiled: %s", source, problem)
            continue
        written.append(target)
    return written


def _replace(target: Path, content: bytes) -> None:
    """At once, because another process may read it or do the same."""
    number, name = tempfile.mkstemp(dir=target.parent, prefix=".")
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(target)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def _key(message: Message) -> str:
    texts = message.text if message.plural is None else f"{message.text}\0{message.plural}"
    return texts if message.context is None else f"{message.context}\4{texts}"


def _messages(lines: list[str]) -> Iterator[Message]:
    message, part = Message(), ""
    for number, line in enumerate([*lines, ""], start=1):
        text = line.strip()
        if text.startswith("#~"):
            message.is_obsolete, text = True, text[2:].strip()
        if text.startswith("#"):
            if part:
                yield message
                message, part = Message(), ""
            if text.startswith("#,"):
                message.flags |= {flag.strip() for flag in text[2:].split(",")}
            continue
        if not text:
            if part:
                yield message
            message, part = Message(), ""
            continue
        keyword, quote, _rest = text.partition('"')
        keyword = keyword.strip()
        if keyword in ("msgctxt", "msgid") and part.startswith("msgstr"):
            yield message
            message = Message(is_obsolete=message.is_obsolete)
        if keyword == "msgid":
            message.line = number
        part = keyword or part
        _add(message, part, _unquoted(text[len(keyword) :].strip() if quote else "", number), number)


def _add(message: Message, part: str, text: str, number: int) -> None:
    match part:
        case "msgctxt":
            message.context = (message.context or "") + text
        case "msgid":
            message.text += text
        case "msgid_plural":
            message.plural = (message.plural or "") + text
        case _ if part == "msgstr" or (part.startswith("msgstr[") and part[7:-1].isdigit()):
            form = int(part[7:-1] or 0) if part != "msgstr" else 0
            message.translations[form] = message.translations.get(form, "") + text
        case _:
            raise BadCatalogue(f"line {number}: {part!r} is no part of a message")


def _unquoted(text: str, number: int) -> str:
    try:
        value = ast.literal_eval(text)
    except (SyntaxError, ValueError) as problem:
        raise BadCatalogue(f"line {number}: a text in quotes was expected") from problem
    if not isinstance(value, str):
        raise BadCatalogue(f"line {number}: a text in quotes was expected")
    return value
