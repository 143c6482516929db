"""The socket of an open page. It sends signals to the page; the page sends whether it is visible. See docs/live.md."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
from enum import IntEnum
from importlib import import_module
from io import BytesIO
from time import monotonic
from typing import Any, ClassVar
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.auth import get_user
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest
from redis import RedisError

from accounts.for_games import aconsume_limit, note_second_factor, source_of
from games import access, metrics
from games.contract import Seat
from games.live import signals
from games.live.presence import Presence
from games.live.session_watch import SessionWatch
from games.live.signals import Message
from games.live.socket_limits import SocketLimits
from games.notify import looking
from games.views.numbers import whole

logger = logging.getLogger(__name__)
TOKEN = re.compile(r"[A-Za-z0-9_-]{1,32}")  # of a challenge; it is part of the name of a group


class Closing(IntEnum):
    """The codes with which we close a socket."""

    AGED = 4000  # the page opens another one; Autobahn refuses to send 1012, the standard's code for it
    GOING_AWAY = 4001  # said by marabunta_site/server.py when the process is to end
    OUT_OF_ORDER = 4002  # database or Redis are away; the page tries again after a moment
    BAD_MESSAGE = 4400
    LOGGED_OUT = 4401
    BARRED = 4403
    NOT_FOUND = 4404
    TOO_MANY = 4429


class Live(AsyncWebsocketConsumer):
    """The socket of a person who is logged in, or of anybody who watches something, or both.

    What a page watches is a game (``?game=42``), a challenge (``?challenge=`` its token) or the lobby (``?lobby``).
    """

    heartbeat: ClassVar[float] = 60  # seconds between two signs of life of a player who is here
    longest_message: ClassVar = 64
    limits: ClassVar = SocketLimits()  # of this process
    sessions: ClassVar = SessionWatch()

    def __init__(self) -> None:
        super().__init__()
        self.is_open = True
        self.user_id: int | None = None
        self.source = ""  # for whom this socket is counted
        self.session_key = ""  # of a person
        self.game_group: str | None = None  # the group of the game that the page shows
        self.game_id = 0
        self.seat: Seat | None = None
        self.groups: list[str] = []
        self.is_visible = False
        self.presence = Presence()
        self.ageing: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        metrics.SOCKETS.inc()
        try:
            await super().__call__(scope, receive, send)
        finally:  # also when the channel layer failed
            metrics.SOCKETS.dec()
            if self.ageing:
                self.ageing.cancel()
            if self.session_key:
                self.sessions.remove(self.session_key, self)
            if self.source:
                self.limits.remove(self.source)

    async def dispatch(self, message: Message) -> None:
        """Call the handler directly: channels would go through the one thread of the database first."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        signals.listen_here()
        await self.accept()  # before that, closing has no code
        visitor = self.scope["user"]
        user: Any = visitor if visitor and visitor.is_authenticated else None
        asked = parse_qs(self.scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if user is None and not asked.keys() & {"game", "challenge", "lobby"}:
            await self.close_with(Closing.NOT_FOUND)
            return
        if user is not None and user.is_barred:
            await self.close_with(Closing.BARRED)
            return
        self.user_id = user.pk if user else None
        self.source = source_of(request_of(self.scope), self.user_id)
        if not await self.limits.add(self.source, is_visitor=user is None):
            await self.close_with(Closing.TOO_MANY)
            return
        try:
            await self.watch(asked, user)
        except (RedisError, OSError) as away:  # said at once: channels would first clean up, and wait for Redis
            logger.warning("A socket is refused, for Redis is away: %r", away)
            await self.close_with(Closing.OUT_OF_ORDER)
        if self.is_open:
            self.ageing = asyncio.create_task(self.stay_until_old())

    async def watch(self, asked: dict[str, list[str]], user: Any) -> None:
        """Join the groups of the person, and of what the page shows."""
        if user is not None:
            request = request_of(self.scope)
            request.session = self.scope["session"]
            note_second_factor(request, user)
            self.session_key = request.session.session_key or ""
            self.sessions.add(self.session_key, self)
            await self.join(signals.user_group(user.pk))
        if "game" in asked:
            await self.watch_game(whole(asked["game"][-1]), user)
        elif "challenge" in asked:
            await self.watch_challenge(asked["challenge"][-1], user)
        elif "lobby" in asked:
            await self.join(signals.LOBBY)

    async def watch_game(self, game_id: int | None, user: Any) -> None:
        """Send the head of a game, and from now on its signals."""
        if game_id is not None:
            await self.join(signals.game_group(game_id))  # before the head is read: nothing is missed in between
        found = await database_sync_to_async(access.glance)(user, game_id) if game_id is not None else None
        if game_id is None or found is None:
            await self.close_with(Closing.NOT_FOUND)
            return
        head, viewer = found
        self.game_group, self.game_id, self.seat = signals.game_group(game_id), game_id, viewer.seat
        await self.send_signal(game=game_id, seq=head)
        await signals.send(self.game_group, {"type": "who.is.here", "asker": self.channel_name})

    async def watch_challenge(self, token: str, user: Any) -> None:
        """Send a signal when a challenge is answered or withdrawn, or now if that has happened already."""
        is_open = None
        if TOKEN.fullmatch(token):
            await self.join(signals.challenge_group(token))  # before it is read, as above
            is_open = await database_sync_to_async(access.glance_at_challenge)(user, token)
        if is_open is None:
            await self.close_with(Closing.NOT_FOUND)
        elif not is_open:
            await self.send_signal(challenge=True)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """The page became visible or hidden. Any other message, or too many of them, ends the socket."""
        if not self.is_open:
            return
        is_flood = not await aconsume_limit("socket-message", self.channel_name)
        is_visible = parse_visible(text_data or "") if len(text_data or "") <= self.longest_message else None
        if is_flood or is_visible is None:
            await self.close_with(Closing.BAD_MESSAGE)
        elif is_visible != self.is_visible:
            self.is_visible = is_visible
            await self.announce_presence()

    async def disconnect(self, code: int) -> None:
        await self.leave_groups()

    # Messages of the channel layer

    async def signal(self, message: Message) -> None:
        await self.send_signal(**message["signal"])

    async def here(self, message: Message) -> None:
        if self.presence.hear(message["seat"], message["tab"], monotonic()):
            await self.send_signal(here=message["seat"])

    async def gone(self, message: Message) -> None:
        if self.presence.leave(message["seat"], message["tab"]):
            await self.send_signal(gone=message["seat"])

    async def who_is_here(self, message: Message) -> None:
        if self.seat and self.is_visible:
            await signals.reply(message["asker"], self.presence_message())

    async def recheck(self, _message: Message) -> None:
        session = self.scope["session"].session_key
        if self.is_open and not await database_sync_to_async(is_session_of)(session, self.user_id):
            await self.log_out()

    # Actions of the socket

    async def log_out(self) -> None:
        if self.is_open:
            await self.close_with(Closing.LOGGED_OUT)

    async def send_signal(self, **signal: int | bool) -> None:
        if self.is_open:
            await self.send(json.dumps(signal))

    async def announce_presence(self) -> None:
        """Tell all sockets of the game whether this player looks at it."""
        if self.game_group and self.seat:
            await signals.send(self.game_group, self.presence_message())
            if self.is_visible and self.user_id:
                await looking.amark_looking(self.user_id, self.game_id)

    def presence_message(self) -> Message:
        assert self.seat
        return {"type": "here" if self.is_visible else "gone", "seat": int(self.seat), "tab": self.channel_name}

    async def stay_until_old(self) -> None:
        """Repeat the presence of this player, forget players who are silent, and close the socket at its age.

        Nobody awaits this task, so it logs its failure itself, and the socket is closed in any case: a page without a
        socket opens another one, and a page with a deaf socket does not.
        """
        try:
            await self._repeat_presence(monotonic() + settings.SOCKET_SECONDS * random.uniform(1, 2))
        except Exception:
            logger.exception("A socket could not repeat its presence")
        try:
            await self.close_with(Closing.AGED)
        except Exception:
            logger.exception("A socket could not be closed at its age")

    async def _repeat_presence(self, end: float) -> None:
        while (left := end - monotonic()) > 0:
            await asyncio.sleep(min(left, self.heartbeat))
            if self.is_visible:
                await self.announce_presence()
            for seat in self.presence.forget(monotonic() - 2.5 * self.heartbeat):
                await self.send_signal(gone=seat)

    async def join(self, group: str) -> None:
        async with asyncio.timeout(signals.SECONDS_TO_SEND):
            await self.channel_layer.group_add(group, self.channel_name)
        self.groups.append(group)

    async def close_with(self, code: Closing) -> None:
        """Leave all groups first: nothing more arrives while the other side closes too."""
        await self.leave_groups()
        await self.close(int(code))  # Daphne takes no other integers

    async def leave_groups(self) -> None:
        self.is_open = False
        if self.is_visible:
            self.is_visible = False
            await self.announce_presence()
        async with signals.guard():
            while self.groups:
                await self.channel_layer.group_discard(self.groups.pop(), self.channel_name)


def request_of(scope: Any) -> ASGIRequest:
    """The request with which a socket was opened."""
    scheme = "https" if scope.get("scheme") == "wss" else "http"
    return ASGIRequest({**scope, "method": "GET", "scheme": scheme}, BytesIO())


def parse_visible(text: str) -> bool | None:
    """Whether a page says that it is visible; None if the message says anything else."""
    try:
        match json.loads(text):
            case {"visible": bool() as is_visible, **more} if not more:
                return is_visible
    except ValueError:
        pass
    return None


def is_session_of(session_key: str | None, user_id: int | None) -> bool:
    """Whether a session still exists and belongs to this person, and the person is not suspended."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user(request)
    return user.is_authenticated and user.pk == user_id and not user.is_barred
