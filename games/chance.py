"""Sources of randomness: a stream that anyone can check afterwards, or a script.

The rules never draw by themselves. They ask ``Chance`` for a number below n, turn the
answers into a move (``roll …``, ``ring …``), and that move is logged like any other.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from typing import Protocol


class Chance(Protocol):
    """Answers the draws that the rules ask for."""

    def draw(self, n: int) -> int:
        """A number from 0 to n−1."""


class StreamChance:
    """The commit–reveal stream: every draw follows from the seed, the game and both nonces.

    Before the game the site shows ``commitment(seed)``; afterwards it shows the seed. A player who adds
    a nonce after seeing the commitment knows that nobody chose the rolls.
    Draw number i (from 0) below n is computed so: for attempt 0, 1, 2, … take the first eight bytes,
    as a big-endian number, of

        HMAC-SHA256(key=seed, message=f"{game}\\n{i}\\n{attempt}\\n{nonce one}\\n{nonce two}")

    and accept it unless it lies in the incomplete last stretch of n; the draw is its remainder by n.
    """

    def __init__(self, seed: bytes, *, game: str, nonces: tuple[str, str] = ("", ""), drawn: int = 0) -> None:
        if any("\n" in part for part in (game, *nonces)):
            raise ValueError("neither the game's name nor a nonce may contain a line feed")
        "".join((game, *nonces)).encode()  # raises UnicodeEncodeError, a ValueError, for a lone surrogate
        if drawn < 0:
            raise ValueError("a stream begins with draw 0")
        self._seed = seed
        self._game = game
        self._nonces = nonces
        self.drawn = drawn  # the number of draws so far; a later stream may continue from it

    def draw(self, n: int) -> int:
        if not 1 <= n <= _RANGE:
            raise ValueError(f"cannot draw below {n}")
        limit = _RANGE - _RANGE % n
        attempt = 0
        while (value := self._number(attempt)) >= limit:
            attempt += 1
        self.drawn += 1
        return value % n

    def _number(self, attempt: int) -> int:
        message = "\n".join([self._game, str(self.drawn), str(attempt), *self._nonces])
        return int.from_bytes(hmac.digest(self._seed, message.encode(), "sha256")[:8], "big")


class ScriptedChance:
    """Draws that are given beforehand, for tests and for entering a game that was played with real dice."""

    def __init__(self, draws: Iterable[int]) -> None:
        self._draws = iter(draws)

    def draw(self, n: int) -> int:
        value = next(self._draws, None)
        if value is None:
            raise ValueError("the script of draws is at its end")
        if not 0 <= value < n:
            raise ValueError(f"the script says {value} for a draw below {n}")
        return value


def stream_of(seed: bytes, *, game: int, number: int, nonces: tuple[str, str]) -> StreamChance:
    """The stream for chance's n-th move (``number``, from 0) in a stored game."""
    return StreamChance(seed, game=f"{game}/{number}", nonces=nonces)


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed. It is shown before the game, so that the seed cannot be changed later."""
    return hashlib.sha256(seed).hexdigest()


_RANGE = 2**64
