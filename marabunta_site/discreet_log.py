"""What logs do not say: the tokens of addresses that let somebody in, and pages of text about what was only refused."""

from __future__ import annotations

import logging
import re
from typing import Final

# /challenges/TOKEN/accept/, /mail/less/TOKEN/, /live/?challenge=TOKEN; also in ?next=, where "/" is %2F.
# The proxies in deploy/ leave out the same.
_TOKENS: Final = re.compile(
    r"(?P<before>(?:/|%2F)(?:challenges|mail(?:/|%2F)(?:less|never)|account(?:/|%2F)invited)(?:/|%2F)"
    r"|[?&](?:challenge|key|token|code)=)"
    r"(?:(?!%2F)[^/?&#\s\"'<>])+",
    re.IGNORECASE,
)
LONGEST: Final = 500  # of a line about a refused request, whose address is as long as its sender likes


def without_secrets(text: str) -> str:
    return _TOKENS.sub(r"\g<before>…", text)


# E-mail addresses; names in addresses of pages; what was asked for by a form; addresses of machines.
_PEOPLE: Final = (
    (re.compile(r"[^\s<>\"'(),;:=]+@[\w.-]+"), "…@…"),
    (re.compile(r"((?:/|%2F)people(?:/|%2F))(?:(?!%2F)[^/?&#\s\"'<>])+", re.IGNORECASE), r"\1…"),
    (re.compile(r"(?<=[/\w])\?[\w.-]+=[^\s\"'<>]*"), "?…"),
    (re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b"), "…"),
    (
        re.compile(r"(?<![\w:.])(?=[0-9a-f:]*[0-9a-f]{2})(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{1,4}(?![\w:])", re.IGNORECASE),
        "…",
    ),
)


def without_people(text: str) -> str:
    """Without what tells who somebody is: for logs that programs collect and keep."""
    for pattern, instead in _PEOPLE:
        text = pattern.sub(instead, text)
    return text


class Discreet(logging.Filter):
    """Takes tokens out of what is logged; a filter of the handler, so that it sees the lines of all loggers.

    A refused request is one line: with its traceback anybody could fill the disk with requests that fail.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        line = record.getMessage()
        clean = without_secrets(line)
        if clean != line:
            record.msg, record.args = clean, None
        if _is_about_a_refusal(record):
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
            record.exc_info = record.exc_text = None
            if len(clean) > LONGEST:
                record.msg, record.args = f"{clean[:LONGEST]}…", None
        return True


def _is_about_a_refusal(record: logging.LogRecord) -> bool:
    """Whether a request was answered with 4xx. Django calls some of these errors: a wrong host, too many fields."""
    return record.name.startswith("django.security") or (
        record.name == "django.request" and record.levelno < logging.ERROR
    )
