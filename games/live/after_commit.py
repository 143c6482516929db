"""Tells open pages, bots and the worker what happened, after the commit of the transaction in which it happened.

No other module tells them. A call that fails is logged and fails nobody else; what is rolled back is not told; the same
thing is told once for each transaction.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction

from games.live import signals, wakeups

logger = logging.getLogger(__name__)


def announce_game(game_id: int, seq: int) -> None:
    """Tell the pages of a game that it is at event ``seq``."""
    _register(signals.announce_game, game_id, seq)


def announce_chat(game_id: int) -> None:
    """Tell the pages of a game that there is a new message beside it."""
    _register(signals.announce_chat, game_id)


def announce_changed_chat(game_id: int) -> None:
    """Tell the pages of a game that earlier messages have changed."""
    _register(signals.announce_changed_chat, game_id)


def announce_waiting(people: Iterable[int]) -> None:
    """Tell all pages of these people that other things wait for them now: turns, challenges, notifications."""
    for person in people:
        _register(signals.announce_waiting, person)


def announce_challenge(token: str) -> None:
    """Tell the pages of a challenge that it has been answered or withdrawn."""
    _register(signals.announce_challenge, token)


def announce_lobby() -> None:
    """Tell everybody in the lobby that there are other challenges or games."""
    _register(signals.announce_lobby)


def recheck_sockets(user_id: int) -> None:
    """Have the sockets of a person check whether they may stay open."""
    _register(signals.recheck, user_id)


def wake_bots() -> None:
    """Have the bots' loop look for bots that are to move."""
    _register(wakeups.wake_bots)


def wake_worker() -> None:
    """Have the worker look for mails that are due."""
    _register(wakeups.wake_worker)


def wake_ratings() -> None:
    """Have the worker rate the games that have ended."""
    _register(wakeups.wake_ratings)


@dataclass(frozen=True, slots=True)
class _Call:
    """Two calls with the same arguments are equal, so that one of them can be left out."""

    func: Callable[..., None]
    args: tuple[Any, ...]

    def __call__(self) -> None:
        try:
            self.func(*self.args)
        except Exception:
            logger.exception("%s%r failed", self.func.__name__, self.args)


def _register(func: Callable[..., None], *args: Any) -> None:
    call = _Call(func, args)
    if not _is_registered(call):
        transaction.on_commit(call)


def _is_registered(call: _Call) -> bool:
    """In this transaction, and not in a savepoint that may still be rolled back without the present one."""
    open_savepoints = {*connection.savepoint_ids}
    return any(entry[1] == call and entry[0] <= open_savepoints for entry in connection.run_on_commit)
