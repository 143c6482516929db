"""Flagged words: the site reports a message or a name that contains one. Nothing is blocked or deleted for it.

A word is found in every disguise: capitals, accents, look-alike letters of other scripts (``accounts.names``), digits
for letters, repeated letters, and letters with spaces between them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from accounts.for_games import name_key
from games.models import ChatMessage, FlaggedWord, Report
from games.moderation import reports
from games.site.remembered import Remembered

if TYPE_CHECKING:
    from accounts.for_games import User

Words = Sequence[tuple[str, str]]  # each as administrators wrote it, and folded for the search
MOST: Final = 20  # reports in one case; more would add nothing
SHORTEST_INSIDE: Final = 4  # letters of a word that is found inside a name, which has no spaces

_BEFORE: Final = str.maketrans("@$€", "ase")
_AFTER: Final = str.maketrans("3457", "east")  # 0 and 1 are letters to name_key already


def look_at_message(message: ChatMessage) -> Report | None:
    """Report a new message that contains a flagged word; called in the transaction of the message."""
    found = found_in(message.text)
    if not found:
        return None
    return _notice(message.author, Report.Target.MESSAGE, found, message)


def look_at_name(user: User) -> Report | None:
    """Report a new name that contains a flagged word."""
    found = found_in_name(user.username)
    if not found:
        return None
    return _notice(user, Report.Target.PROFILE, found, None)


def found_in(text: str) -> list[str]:
    """The flagged words that are whole words of a text."""
    if not known():
        return []
    texts = {f" {' '.join(form)} " for form in _forms(_tokens(text))}
    return [word for word, folded in known() if any(f" {folded} " in one for one in texts)]


def found_in_name(name: str) -> list[str]:
    """The flagged words in a name, also inside of it unless they are very short."""
    if not known():
        return []
    whole = {"".join(form) for form in _forms(_tokens(name))}
    inside = [
        word
        for word, folded in known()
        if len(folded) >= SHORTEST_INSIDE and any(folded.replace(" ", "") in one for one in whole)
    ]
    return list(dict.fromkeys([*found_in(name), *inside]))


def fold(word: str) -> str:
    """A word in the form of the search; empty if no letter of it could be found."""
    return " ".join(_tokens(word))


def _notice(user: User, target: Report.Target, found: list[str], message: ChatMessage | None) -> Report | None:
    so_far = Report.objects.filter(case__subject=user, case__status="open", reason=Report.Offence.WORDS)
    if so_far.count() >= MOST:
        return None
    return reports.report_automatically(
        subject=user, target=target, reason=Report.Offence.WORDS, text="", message=message, facts={"words": found}
    )


def _ask() -> Words:
    rows = FlaggedWord.objects.order_by("word").values_list("word", flat=True)
    return [(word, one) for word in rows if (one := fold(word))]


def _tokens(text: str) -> list[str]:
    """The words of a text, folded so that look-alikes are equal."""
    text = re.sub(r"(?<=\w)[!|](?=\w)", "i", text.translate(_BEFORE))
    folded = (name_key(part).translate(_AFTER) for part in text.split())
    return [word for part in folded for word in re.findall(r"[^\W_]+", part)]


def _forms(tokens: list[str]) -> list[list[str]]:
    """The words as they are; with single letters joined; and with repeated letters shortened."""
    joined: list[str] = []
    for is_single, some in groupby(tokens, key=lambda token: len(token) == 1):
        words = list(some)
        joined += ["".join(words)] if is_single else words
    drawn = [[re.sub(r"(.)\1{2,}", short, token) for token in form] for form in (tokens, joined) for short in _SHORT]
    return [tokens, joined, *drawn]


_SHORT: Final = (r"\1", r"\1\1")
known: Remembered[Words] = Remembered(_ask, otherwise=())
