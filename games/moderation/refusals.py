"""The refusal of an act on a person, a message or an appeal. The sentences are in sentences.py."""

from __future__ import annotations

from games.chat import plaintext
from games.moderation import audit

LONGEST_LOOKED_AT = 10 * audit.LONGEST_REASON  # longer texts are refused without being cleaned


class ModerationRefused(Exception):
    """An act was refused; the code says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def reason_in(text: str) -> str:
    """The cleaned reason of an act. Raises ModerationRefused if it is empty or too long."""
    reason = plaintext.cleaned(text) if len(text) <= LONGEST_LOOKED_AT else text
    if not reason:
        raise ModerationRefused("no-reason")
    if len(reason) > audit.LONGEST_REASON:
        raise ModerationRefused("reason-too-long")
    return reason
