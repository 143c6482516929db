"""Cleans the text of a message: removes characters that cannot be seen."""

from __future__ import annotations

import re
import unicodedata

MOST_ACCENTS = 6  # on one letter; more of them only climb over the lines above
JOINERS = "\u200c\u200d"  # invisible, but scripts and pictograms need them between two signs

UNSEEN = ("Cc", "Cf", "Co", "Cs")  # control, format, private, half a character

# Letters and signs that look like nothing, and a plane of tags and variants that are never drawn.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]")
_STRAY_JOINER = re.compile(f"(?<!\\S)[{JOINERS}]+|[{JOINERS}]+(?!\\S)|(?<=[{JOINERS}])[{JOINERS}]+")
_LINE_END = re.compile("\r\n?|\x0b|\x0c|\x85|\u2028|\u2029")
_GAP = re.compile(r"[^\S\n]+")
_EMPTY_LINES = re.compile(r"\s*\n\s*")


def cleaned(text: str) -> str:
    """Without control characters, changes of direction and invisible signs; one space, one line end at a time."""
    text = _LINE_END.sub("\n", unicodedata.normalize("NFC", text))
    text = _BLANK.sub("", "".join(sign for sign in text if _is_kept(sign)))
    text = _EMPTY_LINES.sub("\n", _GAP.sub(" ", text)).strip()
    return _without_towers(_STRAY_JOINER.sub("", text).strip())


def _is_kept(sign: str) -> bool:
    return sign in "\n\t" or sign in JOINERS or unicodedata.category(sign) not in UNSEEN


def _without_towers(text: str) -> str:
    kept: list[str] = []
    height = 0
    for sign in text:
        height = height + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if height <= MOST_ACCENTS:
            kept.append(sign)
    return "".join(kept)
