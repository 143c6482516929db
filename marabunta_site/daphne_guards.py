"""What Daphne leaves to its users: an end for sockets that flood it, silence to closed ones, forms that nobody need
read twice, a discreet log."""

from __future__ import annotations

import sys
from time import monotonic
from typing import Any, Final

from django.conf import settings

from marabunta_site.discreet_log import without_secrets

MOST_MESSAGES: Final = 100  # in so many seconds; a page of ours says a few words in a minute
SECONDS: Final = 10.0


def install() -> None:
    """Make Daphne use them, if this process is one of its."""
    if "daphne.server" not in sys.modules:
        return
    from daphne import cli, http_protocol, ws_protocol  # noqa: PLC0415 - brings a reactor along

    class Socket(ws_protocol.WebSocketProtocol):  # type: ignore[misc]
        """Breaks off a connection as soon as it floods: closing it politely would mean to read all that is still sent.

        A message costs a hundred times as much as a header of it on the wire, so nobody else is served meanwhile.
        """

        _messages = 0
        _window = 0.0

        def onFrameBegin(self, *args: Any, **options: Any) -> Any:  # noqa: N802 - Autobahn's name
            if self._is_flooded():
                self.dropConnection(abort=True)
                return None
            return super().onFrameBegin(*args, **options)

        def serverSend(self, *args: Any, **options: Any) -> None:  # noqa: N802 - Daphne's name
            """Nothing to a page that has said goodbye: Daphne tells the application so a moment later."""
            if self.state in (self.STATE_CONNECTING, self.STATE_OPEN):
                super().serverSend(*args, **options)

        def _is_flooded(self) -> bool:
            now = monotonic()
            if now > self._window + SECONDS:
                self._window, self._messages = now, 0
            self._messages += 1
            return self._messages > MOST_MESSAGES and settings.HAS_LIMITS

    class Request(http_protocol.WebRequest):  # type: ignore[misc]
        """Leaves forms to Django: Twisted reads each as well, for nobody, and hangs up on types that it cannot read."""

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self._parsePOSTFormSubmission = False

    class Log(cli.AccessLogGenerator):  # type: ignore[misc]
        def write_entry(self, host: str, date: Any, request: str, *args: Any, **options: Any) -> None:
            super().write_entry(host, date, without_secrets(request), *args, **options)

    http_protocol.WebRequest = Request
    ws_protocol.WebSocketFactory.protocol = Socket
    cli.AccessLogGenerator = Log
