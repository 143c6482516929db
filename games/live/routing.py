"""The address of the socket, and the check of its origin."""

import logging
from contextlib import suppress
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.security.websocket import WebsocketDenier
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError, InterfaceError
from redis import RedisError

from games.live.consumer import Closing, Live, request_of

logger = logging.getLogger(__name__)
PATH = "/live/"
OUT_OF_ORDER = (DatabaseError, InterfaceError, RedisError, OSError)  # a call that took too long is an OSError too


class OwnPages:
    """Accepts sockets of our own pages only: a browser sends our cookies along, whichever page opens the socket."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        is_let_in = scope["path"] == PATH and is_same_origin(scope)
        if not is_let_in:
            await WebsocketDenier.as_asgi()(scope, receive, send)
            return
        try:
            await self.application(scope, receive, send)
        except OUT_OF_ORDER as away:
            logger.warning("A socket is closed, for something that it needs is away: %r", away)
            await refuse(send)


async def refuse(send: Any) -> None:
    """Close a socket so that its page reads why, whether or not it was accepted before."""
    with suppress(Exception):  # it was accepted
        await send({"type": "websocket.accept"})
    with suppress(Exception):  # it is closed
        await send({"type": "websocket.close", "code": int(Closing.OUT_OF_ORDER)})


def is_same_origin(scope: Any) -> bool:
    """Whether scheme, host and port of the page are those of the site; Django checks forms by the same rule."""
    request = request_of(scope)
    try:
        return request.headers.get("origin") == f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return False


sockets = OwnPages(AuthMiddlewareStack(Live.as_asgi()))
