"""Somebody who visits the site from far away: by HTTPS, through the proxy, with a browser that keeps cookies."""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
from collections.abc import Mapping
from email import message_from_bytes, policy
from http.cookies import SimpleCookie
from queue import SimpleQueue
from typing import Any
from urllib.parse import urlencode

from aiosmtpd.controller import Controller

from tests.proof.test_sockets_age import Page
from tests.stack.units import NAME


class Connection(http.client.HTTPSConnection):
    """To this machine, under the name of the site."""

    def connect(self) -> None:
        plain = socket.create_connection(("127.0.0.1", self.port or 443), timeout=30)
        self.sock = self._context.wrap_socket(plain, server_hostname=NAME)  # type: ignore[attr-defined]


class Visitor:
    def __init__(self, port: int, tls: ssl.SSLContext) -> None:
        self.origin = f"https://{NAME}:{port}"
        self.cookies: dict[str, str] = {}
        self.headers: Mapping[str, str] = {}  # of the last answer
        self.location = ""
        self._port, self._tls = port, tls

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, fields: Mapping[str, object]) -> tuple[int, bytes]:
        if "csrftoken" not in self.cookies:
            self.get("/account/login/")
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.origin,
            "X-CSRFToken": self.cookies["csrftoken"],
        }
        return self._ask("POST", path, urlencode(fields), headers)

    def page(self, game: int) -> Page:
        """The socket of the page of a game."""
        return Page(self._port, self.cookies["sessionid"], game, origin=self.origin, tls=self._tls)

    def _ask(self, method: str, path: str, body: str | None, headers: Mapping[str, str]) -> tuple[int, bytes]:
        connection = Connection(NAME, self._port, context=self._tls, timeout=30)
        try:
            cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            connection.request(method, path, body, {"Cookie": cookies, "Host": f"{NAME}:{self._port}", **headers})
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(line).items():
                assert morsel["secure"], f"{name} would be sent in the clear"
                self.cookies[name] = morsel.value
        self.headers = dict(answer.headers.items())
        self.location = self.headers.get("Location", "")
        return answer.status, content


def sign_up(visitor: Visitor, name: str, post: Post) -> None:
    """Through the pages, with the code from the mail."""
    told = {"username": name, "email": f"{name}@players.example", "password1": f"correct horse of {name}"}
    assert visitor.get("/account/signup/")[0] == 200
    assert visitor.post("/account/signup/", told)[0] == 302
    assert visitor.location == "/account/confirm-email/"
    mail = post.next_for(f"{name}@players.example")
    found = re.search(r"^Your code: (\S+)$", str(mail["Subject"]))
    assert found, mail["Subject"]
    assert visitor.post("/account/confirm-email/", {"code": found[1]})[0] == 302


class Post(Controller):
    """A mail server that takes everything."""

    def __init__(self, port: int) -> None:
        super().__init__(self, hostname="127.0.0.1", port=port)
        self._taken: SimpleQueue[Any] = SimpleQueue()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self._taken.put(message_from_bytes(envelope.content, policy=policy.default))
        return "250 taken"

    def next_for(self, address: str) -> Any:
        """The next mail for an address; those for others are put away."""
        while True:
            mail = self._taken.get(timeout=60)
            if mail["To"] == address:
                return mail


def heads(record: bytes) -> int:
    """How many moves a game has."""
    return len(json.loads(record)["moves"])
