"""What many pages ask and hardly ever changes, kept in this process for half a minute."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic
from typing import Final, Generic, TypeVar

from django.db import DatabaseError

T = TypeVar("T")
logger = logging.getLogger(__name__)

SECONDS: Final = 30.0  # until what was changed in another process is seen in this one


class Remembered(Generic[T]):
    """The answer to a question, asked again when it is old.

    Pages that need no database do with what would be so ``otherwise``, while it is away.
    """

    def __init__(self, ask: Callable[[], T], *, otherwise: T) -> None:
        self._ask = ask
        self._otherwise = otherwise
        self._kept: tuple[T, float] | None = None  # and until when

    def __call__(self) -> T:
        if self._kept is None or monotonic() >= self._kept[1]:
            try:
                self.keep(self._ask(), seconds=SECONDS)
            except DatabaseError:
                logger.exception("Something could not be asked for")
                self.keep(self._otherwise, seconds=SECONDS)
        assert self._kept is not None
        return self._kept[0]

    def keep(self, answer: T, *, seconds: float) -> None:
        """This is the answer, for so long, without a look at the database."""
        self._kept = answer, monotonic() + seconds

    def forget(self) -> None:
        """It has changed."""
        self._kept = None
