"""The address of the socket, and the check of its origin."""

from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.security.websocket import WebsocketDenier
from django.core.exceptions import DisallowedHost

from games.live.consumer import Live, request_of

PATH = "/live/"


class OwnPages:
    """Accepts sockets of our own pages only: a browser sends our cookies along, whichever page opens the socket."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        is_let_in = scope["path"] == PATH and is_same_origin(scope)
        await (self.application if is_let_in else WebsocketDenier.as_asgi())(scope, receive, send)


def is_same_origin(scope: Any) -> bool:
    """Whether scheme, host and port of the page are those of the site; Django checks forms by the same rule."""
    request = request_of(scope)
    try:
        return request.headers.get("origin") == f"{request.scheme}://{request.get_host()}"
    except DisallowedHost:
        return False


sockets = OwnPages(AuthMiddlewareStack(Live.as_asgi()))
