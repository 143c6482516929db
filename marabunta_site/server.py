"""Daphne, which ends without anybody noticing: ``python -m marabunta_site.server --bind 127.0.0.1 --port 8000``.

By itself Daphne breaks off whatever it is answering. Here, when it is told to end, it takes no new connections, answers
what was asked, and says goodbye to sockets; what takes too long is broken off. See docs/operations.md.
"""

from __future__ import annotations

from daphne.server import Server as Daphne  # first: it brings its reactor along

# isort: split
import asyncio
import logging
import os
import random
import select
import signal
import sys
from argparse import ArgumentParser
from threading import Timer
from time import monotonic
from typing import Any, Final

from daphne.cli import CommandLineInterface
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor as _reactor
from twisted.internet.tcp import Server as Connection

from games.version import VERSION
from marabunta_site import unsafe_settings

logger = logging.getLogger(__name__)
reactor: Any = _reactor

GOING_AWAY: Final = 4001  # the standard's code would be 1001, which Autobahn refuses to send
SPREAD: Final = 1.5  # seconds in which sockets are closed by lot, so that their pages do not come back all at once
LINGER: Final = 0.5  # seconds for a connection without a request: one may be on its way
LONGEST: Final = 5.0  # seconds for all that is being answered
LAST: Final = 9.0  # seconds until the process is ended, whatever its threads wait for
USUAL: Final = ("--websocket-max-message-size", "4096", "--websocket-max-frame-size", "4096")
APPLICATION: Final = "marabunta_site.asgi:application"


def main(arguments: list[str]) -> None:
    """Serve, with the arguments of Daphne but without the name of an application."""
    if arguments == ["--version"]:
        print(VERSION)
        return
    listening = ArgumentParser(add_help=False, allow_abbrev=False)
    listening.add_argument("-b", "--bind")
    if (bind := listening.parse_known_args(arguments)[0].bind) is not None:
        os.environ["HOST"] = bind  # what is safe depends on who can reach it
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marabunta_site.settings")
    unsafe_settings.refuse_to_start()
    CommandLine().run([*USUAL, *arguments, APPLICATION])


class Server(Daphne):  # type: ignore[misc]
    def run(self) -> None:
        self.signal_handlers = False  # Twisted's would stop the loop at once
        self._ports: list[Any] = []
        self._told: set[WebSocketProtocol] = set()
        self._began: float | None = None
        self._spread = SPREAD
        reactor.callWhenRunning(self._listen_to_signals)
        super().run()

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self._ports.append(port)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Answers from now on are the last on their connections."""
        if self._began is not None and message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), (b"connection", b"close")]}
            if getattr(protocol, "channel", None) is not None:  # it has none once its client is gone
                protocol.channel.persistent = False
        await super().handle_reply(protocol, message)

    def kill_all_applications(self) -> None:
        """Break off what is being answered. Daphne would wait for it, and stumble over a request that is not whole."""
        running = [kept["application_instance"] for kept in self.connections.values() if "application_instance" in kept]
        for one in running:
            one.cancel()

    def end(self, *, spread: float = SPREAD) -> None:
        """Begin to end. Who asks twice does not want to wait."""
        if self._began is not None:
            reactor.stop()
            return
        self._began, self._spread = monotonic(), spread
        last = Timer(LAST, _end_at_last)
        last.daemon = True
        last.start()
        for port in self._ports:
            _accept_who_knocked(port)
            port.stopListening()
        self._drain()

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_event_loop()
        loop.add_signal_handler(signal.SIGTERM, self.end)
        loop.add_signal_handler(signal.SIGINT, lambda: self.end(spread=0))

    def _drain(self) -> None:
        try:
            is_drained = self._let_go()
        except Exception:  # Twisted would hide it, and look no more
            logger.exception("What is being answered is broken off")
            is_drained = True
        if is_drained:
            reactor.stop()
        else:
            reactor.callLater(0.05, self._drain)

    def _let_go(self) -> bool:
        """Let go of those who are done. Returns whether nobody is left, or the time is over."""
        assert self._began is not None
        passed = monotonic() - self._began
        for one in [*self.connections]:
            if isinstance(one, WebSocketProtocol) and one.state == one.STATE_OPEN and one not in self._told:
                self._told.add(one)
                reactor.callLater(random.uniform(0, max(0.0, self._spread - passed)), _say_goodbye, one)
        if passed > LINGER:
            self._close_idle_connections()
        if passed > LONGEST or (passed > LINGER and not self._is_busy()):
            if self._is_busy():
                logger.warning("What was not answered in %s seconds is broken off", LONGEST)
            return True
        return False

    def _close_idle_connections(self) -> None:
        """On them a request may follow, but none has begun."""
        active = [
            one if isinstance(one, WebSocketProtocol) else getattr(one, "channel", None) for one in self.connections
        ]
        transports: set[int] = {id(one.transport) for one in active if one is not None}
        for connection in reactor.getReaders():
            if isinstance(connection, Connection) and id(connection) not in transports:
                connection.loseConnection()  # type: ignore[no-untyped-call]

    def _is_busy(self) -> bool:
        return any(
            not kept.get("disconnected") or ("application_instance" in kept and not kept["application_instance"].done())
            for kept in self.connections.values()
        )


class CommandLine(CommandLineInterface):  # type: ignore[misc]
    server_class = Server


def _accept_who_knocked(port: Any) -> None:
    """Connections that wait to be accepted would be reset."""
    while select.select([port], [], [], 0)[0]:
        port.doRead()


def _say_goodbye(socket: WebSocketProtocol) -> None:
    if socket.state == WebSocketProtocol.STATE_OPEN:  # its page may have closed it meanwhile
        socket.serverClose(GOING_AWAY)


def _end_at_last() -> None:
    logger.error("The process did not come to its end in %s seconds: it is ended", LAST)
    logging.shutdown()
    os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
