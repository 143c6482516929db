"""A mail server that fails one time in five, in every way in which mail servers do."""

import asyncio
import random
import re
import time
from collections import Counter
from dataclasses import dataclass
from email import message_from_bytes, policy
from queue import SimpleQueue
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

FAILURES = ("later", "never", "no such person", "too slow", "dropped")
SHARE = 0.2  # of all tries fail


@dataclass(frozen=True)
class Arrival:
    """A mail that the server has; whether its sender knows that, is another matter."""

    message_id: str
    to: str
    connected_at: float  # when its sender opened the connection
    games: frozenset[int]  # those that it asks the reader to look at


class Post(SMTP):
    connected_at = 0.0

    def connection_made(self, transport: Any) -> None:
        self.connected_at = time.time()  # before the sender hears anything from us
        super().connection_made(transport)


class Sink(Controller):
    def __init__(self, port: int, *, patience: float, luck: random.Random) -> None:
        super().__init__(self, hostname="127.0.0.1", port=port)
        self.patience = patience  # of the senders
        self.luck = luck
        self.arrivals: list[Arrival] = []
        self.new: SimpleQueue[Arrival] = SimpleQueue()
        self.tries: Counter[str] = Counter()

    def factory(self) -> SMTP:
        return Post(self.handler, enable_SMTPUTF8=True, hostname="sink")

    async def handle_RCPT(self, server: Post, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        envelope.fate = self.luck.choice(FAILURES) if self.luck.random() < SHARE else "taken"
        self.tries[envelope.fate] += 1
        if envelope.fate == "no such person":
            return "550 no such person today"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Post, session: Any, envelope: Any) -> str:  # noqa: N802
        match envelope.fate:
            case "later":
                return "451 come back later"
            case "never":
                return "554 not this one"
            case "too slow":
                if self.luck.random() < 0.5:
                    self._take(server, envelope)
                await asyncio.sleep(self.patience * 2)
                return "451 are you still there?"
            case "dropped":
                self._take(server, envelope)
                server.transport.abort()
                return "421 gone"
        self._take(server, envelope)
        return "250 taken"

    def _take(self, server: Post, envelope: Any) -> None:
        mail = message_from_bytes(envelope.content, policy=policy.default)
        text = mail.get_body(("plain",)).get_content().partition("Other games waiting for you")[0]
        games = frozenset(map(int, re.findall(r"/games/(\d+)/(?!\S)", text)))
        arrival = Arrival(str(mail["Message-ID"]), str(mail["To"]), server.connected_at, games)
        self.arrivals.append(arrival)
        self.new.put(arrival)
