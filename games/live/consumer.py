"""The socket of an open page. It hears signals, and says one thing: whether the page is looked at. See docs/live.md."""

from __future__ import annotations

import asyncio
import json
import random
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

from accounts.for_games import aconsume_limit, source_of
from games import access
from games.contract import Seat
from games.live import signals
from games.live.presence import Presence
from games.live.signals import Message
from games.live.socket_limits import SocketLimits
from games.notify import presence as looks
from games.views.numbers import whole

HOUR = 3600


class Closing(IntEnum):
    """Why we close a socket."""

    AGED = 1012  # the page opens another one
    BAD_MESSAGE = 4400
    LOGGED_OUT = 4401
    BARRED = 4403
    NOT_FOUND = 4404
    TOO_MANY = 4429


class Live(AsyncWebsocketConsumer):
    """Of somebody who is logged in, or who watches a game (``?game=42``), or both."""

    life: ClassVar = (2 * HOUR, 4 * HOUR)  # Daphne and the channel layer forget a socket after a day
    heartbeat: ClassVar[float] = 60  # seconds between two signs of life of a player who is here
    longest_message: ClassVar = 64
    limits: ClassVar = SocketLimits()  # of this process

    def __init__(self) -> None:
        super().__init__()
        self.is_open = True
        self.user_id: int | None = None
        self.source = ""  # for whom this socket is counted
        self.game: str | None = None  # the group of the game that the page shows
        self.game_id = 0
        self.seat: Seat | None = None
        self.joined: list[str] = []
        self.is_visible = False
        self.presence = Presence()
        self.ageing: asyncio.Task[None] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:  # also when the channel layer failed
            if self.ageing:
                self.ageing.cancel()
            if self.source:
                self.limits.remove(self.source)

    async def dispatch(self, message: Message) -> None:
        """Without channels' detour through the one thread of the database, which a signal does not need."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        signals.listen_here()
        await self.accept()  # before that, closing has no code
        visitor = self.scope["user"]
        user = visitor if visitor and visitor.is_authenticated else None
        asked = parse_qs(self.scope["query_string"].decode("latin-1"), keep_blank_values=True).get("game")
        if user is None and asked is None:
            await self.end(Closing.NOT_FOUND)
            return
        if user is not None and user.is_barred:
            await self.end(Closing.BARRED)
            return
        self.user_id = user.pk if user else None
        self.source = source_of(request_of(self.scope), self.user_id)
        if not await self.limits.add(self.source, is_visitor=user is None):
            await self.end(Closing.TOO_MANY)
            return
        if user is not None:
            await self.join(signals.user_group(user.pk))
        if asked is not None:
            await self.watch(whole(asked[-1]), user)
        if self.is_open:
            self.ageing = asyncio.create_task(self.age())

    async def watch(self, game_id: int | None, user: Any) -> None:
        """Hear of a game from now on, beginning with where it stands."""
        if game_id is not None:
            await self.join(signals.game_group(game_id))  # before the head is read: nothing is missed in between
        found = await database_sync_to_async(access.glance)(user, game_id) if game_id is not None else None
        if game_id is None or found is None:
            await self.end(Closing.NOT_FOUND)
            return
        head, viewer = found
        self.game, self.game_id, self.seat = signals.game_group(game_id), game_id, viewer.seat
        await self.tell(game=game_id, seq=head)
        await signals.send((self.game, {"type": "who.is.here", "asker": self.channel_name}))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """The page is looked at, or no longer. Whatever else is said, or said too often, ends the socket."""
        if not self.is_open:
            return
        is_flood = not await aconsume_limit("socket-message", self.channel_name)
        is_visible = said_visible(text_data or "") if len(text_data or "") <= self.longest_message else None
        if is_flood or is_visible is None:
            await self.end(Closing.BAD_MESSAGE)
        elif is_visible != self.is_visible:
            self.is_visible = is_visible
            await self.show_up()

    async def disconnect(self, code: int) -> None:
        await self.leave()

    # What the channel layer brings

    async def signal(self, message: Message) -> None:
        await self.tell(**message["signal"])

    async def here(self, message: Message) -> None:
        if self.presence.hear(message["seat"], message["tab"], monotonic()):
            await self.tell(here=message["seat"])

    async def gone(self, message: Message) -> None:
        if self.presence.leave(message["seat"], message["tab"]):
            await self.tell(gone=message["seat"])

    async def who_is_here(self, message: Message) -> None:
        if self.seat and self.is_visible:
            await signals.reply(message["asker"], self.sign_of_life())

    async def recheck(self, _message: Message) -> None:
        session = self.scope["session"].session_key
        if self.is_open and not await database_sync_to_async(is_session_of)(session, self.user_id):
            await self.end(Closing.LOGGED_OUT)

    # What a socket does

    async def tell(self, **signal: int | bool) -> None:
        if self.is_open:
            await self.send(json.dumps(signal))

    async def show_up(self) -> None:
        """Tell everybody at the game whether this player is here."""
        if self.game and self.seat:
            await signals.send((self.game, self.sign_of_life()))
            if self.is_visible and self.user_id:
                await looks.amark_looking(self.user_id, self.game_id)

    def sign_of_life(self) -> Message:
        assert self.seat
        return {"type": "here" if self.is_visible else "gone", "seat": int(self.seat), "tab": self.channel_name}

    async def age(self) -> None:
        dies = monotonic() + random.uniform(*self.life)
        while (left := dies - monotonic()) > 0:
            await asyncio.sleep(min(left, self.heartbeat))
            if self.is_visible:
                await self.show_up()
            for seat in self.presence.forget(monotonic() - 2.5 * self.heartbeat):
                await self.tell(gone=seat)
        await self.end(Closing.AGED)

    async def join(self, group: str) -> None:
        async with asyncio.timeout(signals.SECONDS_TO_SEND):
            await self.channel_layer.group_add(group, self.channel_name)
        self.joined.append(group)

    async def end(self, code: Closing) -> None:
        """Close, and hear nothing more in the time that the other side takes to close too."""
        await self.leave()
        await self.close(int(code))  # Daphne takes no other integers

    async def leave(self) -> None:
        self.is_open = False
        if self.is_visible:
            self.is_visible = False
            await self.show_up()
        async with signals.guard():
            while self.joined:
                await self.channel_layer.group_discard(self.joined.pop(), self.channel_name)


def request_of(scope: Any) -> ASGIRequest:
    """How a socket was asked for, as the request that it began with."""
    scheme = "https" if scope.get("scheme") == "wss" else "http"
    return ASGIRequest({**scope, "method": "GET", "scheme": scheme}, BytesIO())


def said_visible(text: str) -> bool | None:
    """What a page says of itself; None if it says anything else."""
    try:
        match json.loads(text):
            case {"visible": bool() as is_visible, **more} if not more:
                return is_visible
    except ValueError:
        pass
    return None


def is_session_of(session_key: str | None, user_id: int | None) -> bool:
    """Whether a session is still there, and is still the session of this person, who is not suspended."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    user = get_user(request)
    return user.is_authenticated and user.pk == user_id and not user.is_barred
