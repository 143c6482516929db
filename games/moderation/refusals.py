"""Why something about people is not done. The sentences are in words.py."""

from __future__ import annotations

from games.chat import plaintext
from games.moderation import audit

LONGEST_LOOKED_AT = 10 * audit.LONGEST_REASON  # what is longer still is not even cleaned


class ModerationRefused(Exception):
    """Something that moderation does not do; the code says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def reason_in(text: str) -> str:
    """The reason of an act, which cannot do without."""
    reason = plaintext.cleaned(text) if len(text) <= LONGEST_LOOKED_AT else text
    if not reason:
        raise ModerationRefused("no-reason")
    if len(reason) > audit.LONGEST_REASON:
        raise ModerationRefused("reason-too-long")
    return reason
