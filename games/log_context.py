"""What a line of the log is about: the request that is answered, the game and its event.

Each request has a context of its own (contextvars), so what is noted here holds until its answer.
"""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar
from typing import Final

_REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
_GAME: Final[ContextVar[tuple[int, int | None] | None]] = ContextVar("game", default=None)
_NUMBER: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")


def begin_request(asked: str = "") -> str:
    """Take over the number that a proxy gave the request, or give it one."""
    number = asked if _NUMBER.fullmatch(asked) else secrets.token_hex(8)
    _REQUEST.set(number)
    _GAME.set(None)
    return number


def note_game(game: int, seq: int | None = None) -> None:
    _GAME.set((game, seq))


def current() -> dict[str, str | int]:
    """What is known: request, game, seq."""
    found: dict[str, str | int] = {}
    if request := _REQUEST.get():
        found["request"] = request
    if game := _GAME.get():
        found["game"] = game[0]
        if game[1] is not None:
            found["seq"] = game[1]
    return found
