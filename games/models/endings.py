"""How the platform ends a game. What the rules of a kind decide by (points, …) is the kind's own word."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class EndedBy(StrEnum):
    """The value is stored in ``Game.decided`` and hashed into the digests of the log: it never changes."""

    RESIGNATION = "resign"
    AGREEMENT = "agreement"
    ABORT = "abort"
    TIMEOUT = "timeout"
    ANNULMENT = "annulled"
    ADJUDICATION = "adjudicated"

    @classmethod
    def read(cls, decided: str) -> EndedBy | None:
        """What ended a game that was decided so; None for the rules of its kind."""
        return cls(decided) if decided in list(cls) else None

    @property
    def is_by_moderator(self) -> bool:
        return self in (EndedBy.ANNULMENT, EndedBy.ADJUDICATION)


UNPLAYED: Final = (EndedBy.ABORT, EndedBy.ANNULMENT)  # games that count for nothing and nobody
