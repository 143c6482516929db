"""Signals to open pages: something is new, fetch it. A signal never contains the new thing itself.

Nobody waits for a signal, and a signal may be lost: it is sent after the commit (see after_commit.py), with a time
limit, and pages ask by themselves now and then. See docs/live.md.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from threading import Thread
from typing import Any

from channels.layers import BaseChannelLayer, get_channel_layer

logger = logging.getLogger(__name__)

Message = dict[str, Any]
SECONDS_TO_SEND = 2.0


def announce(game_id: int, seq: int, people: Iterable[int] = ()) -> None:
    """The game is at event ``seq``, and the number of games that wait for these people has changed."""
    _send_soon((game_group(game_id), _signal(game=game_id, seq=seq)), *_waiting(people))


def announce_chat(game_id: int) -> None:
    """There is a new message beside the game."""
    _send_soon((game_group(game_id), _signal(chat=game_id)))


def announce_changed_chat(game_id: int) -> None:
    """Messages beside the game have changed: pages fetch all of them again."""
    _send_soon((game_group(game_id), _signal(chat=game_id, changed=True)))


def announce_waiting(people: Iterable[int]) -> None:
    """The number of games that wait for these people has changed."""
    _send_soon(*_waiting(people))


def recheck(user_id: int) -> None:
    """A person logged out, or may no longer log in: their sockets check whether they may stay open."""
    _send_soon((user_group(user_id), {"type": "recheck"}))


def game_group(game_id: int) -> str:
    return f"game.{game_id}"


def user_group(user_id: int) -> str:
    return f"user.{user_id}"


def listen_here() -> None:
    """Remember the running loop as the one with the sockets: all threads of this process send from there."""
    global _loop  # noqa: PLW0603 - a process has one loop with sockets
    _loop = asyncio.get_running_loop()


async def send(*messages: tuple[str, Message]) -> None:
    """Send to groups. Raises nothing and takes no longer than its time limit, whatever the channel layer does."""
    async with guard():
        for group, message in messages:
            await _layer().group_send(group, message)


async def reply(channel: str, message: Message) -> None:
    """Send to one socket, in the same way as to groups."""
    async with guard():
        await _layer().send(channel, message)


@asynccontextmanager
async def guard() -> AsyncIterator[None]:
    """Guard a call of the channel layer, which may fail or hang: a lost signal is only logged."""
    try:
        async with asyncio.timeout(SECONDS_TO_SEND):
            yield
    except Exception as lost:
        logger.warning("A signal was lost: %r", lost)


_loop: asyncio.AbstractEventLoop | None = None


def _layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    assert layer is not None
    return layer


def _send_soon(*messages: tuple[str, Message]) -> None:
    """From any thread, without waiting.

    Channels in memory belong to the loop in which the sockets are. A process without sockets, such as a command, sends
    from a thread of its own, which keeps the process alive until the signal has left.
    """
    if not messages:
        return
    try:
        if _loop is not None and _loop.is_running():
            asyncio.run_coroutine_threadsafe(send(*messages), _loop)
        else:
            Thread(target=lambda: asyncio.run(send(*messages)), name="live").start()
    except Exception as lost:
        logger.warning("A signal was lost: %r", lost)


def _signal(**words: int | bool) -> Message:
    return {"type": "signal", "signal": words}


def _waiting(people: Iterable[int]) -> list[tuple[str, Message]]:
    return [(user_group(person), _signal(waiting=True)) for person in people]
