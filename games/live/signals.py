"""Signals to open pages: something is new, fetch it. A signal never contains the new thing itself.

Nobody waits for a signal, and a signal may be lost: it is sent after the commit (see after_commit.py), with a time
limit, and pages ask by themselves now and then. See docs/live.md.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Lock, Thread, Timer
from typing import Any, Final

from channels.layers import BaseChannelLayer, get_channel_layer

from games import metrics

logger = logging.getLogger(__name__)

Message = dict[str, Any]
LOBBY: Final = "lobby"  # the group of all pages that show open challenges
SECONDS_TO_SEND = 2.0
SECONDS_TO_GATHER = 1.0


def announce_game(game_id: int, seq: int) -> None:
    """The game is at event ``seq``."""
    _send_soon(game_group(game_id), _signal(game=game_id, seq=seq))


def announce_chat(game_id: int) -> None:
    """There is a new message beside the game."""
    _send_soon(game_group(game_id), _signal(chat=game_id))


def announce_changed_chat(game_id: int) -> None:
    """Messages beside the game have changed: pages fetch all of them again."""
    _send_soon(game_group(game_id), _signal(chat=game_id, changed=True))


def announce_waiting(user_id: int) -> None:
    """Something else waits for this person: a turn, a challenge, a notification."""
    _send_soon(user_group(user_id), _signal(waiting=True))


def announce_challenge(token: str) -> None:
    """The challenge is no longer open."""
    _send_soon(challenge_group(token), _signal(challenge=True))


def announce_lobby() -> None:
    """There are other challenges or games in the lobby.

    A moment passes before it is sent, and whatever happens in it is announced by the same signal: however busy the
    lobby is, its pages hear of it once in that time.
    """
    if not _gathering.acquire(blocking=False):
        return
    timer = Timer(SECONDS_TO_GATHER, _announce_gathered)
    timer.name = "live"
    try:
        timer.start()
    except RuntimeError:  # no thread can be started
        _gathering.release()
        raise


def recheck(user_id: int) -> None:
    """A person logged out, or may no longer log in: their sockets check whether they may stay open."""
    _send_soon(user_group(user_id), {"type": "recheck"})


def game_group(game_id: int) -> str:
    return f"game.{game_id}"


def user_group(user_id: int) -> str:
    return f"user.{user_id}"


def challenge_group(token: str) -> str:
    return f"challenge.{token}"


def listen_here() -> None:
    """Remember the running loop as the one with the sockets: all threads of this process send from there."""
    global _loop  # noqa: PLW0603 - a process has one loop with sockets
    _loop = asyncio.get_running_loop()


async def send(group: str, message: Message) -> None:
    """Send to a group. Raises nothing and takes no longer than its time limit, whatever the channel layer does."""
    async with guard():
        await _layer().group_send(group, message)


async def reply(channel: str, message: Message) -> None:
    """Send to one socket, in the same way as to a group."""
    async with guard():
        await _layer().send(channel, message)


@asynccontextmanager
async def guard() -> AsyncIterator[None]:
    """Guard a call of the channel layer, which may fail or hang: a lost signal is only logged."""
    try:
        async with asyncio.timeout(SECONDS_TO_SEND):
            yield
    except Exception as lost:
        metrics.SIGNALS_LOST.inc()
        logger.warning("A signal was lost: %r", lost)


_loop: asyncio.AbstractEventLoop | None = None
_gathering = Lock()  # held from an announcement of the lobby until its signal is sent


def _layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    assert layer is not None
    return layer


def _announce_gathered() -> None:
    _gathering.release()  # first: what happens from now on is announced anew
    _send_soon(LOBBY, _signal(lobby=True))


def _send_soon(group: str, message: Message) -> None:
    """From any thread, without waiting.

    Channels in memory belong to the loop in which the sockets are. A process without sockets, such as a command, sends
    from a thread of its own, which keeps the process alive until the signal has left.
    """
    try:
        if _loop is not None and _loop.is_running():
            asyncio.run_coroutine_threadsafe(send(group, message), _loop)
        else:
            Thread(target=lambda: asyncio.run(send(group, message)), name="live").start()
    except Exception as lost:
        metrics.SIGNALS_LOST.inc()
        logger.warning("A signal was lost: %r", lost)


def _signal(**words: int | bool) -> Message:
    return {"type": "signal", "signal": words}
