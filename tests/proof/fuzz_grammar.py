"""What the fuzzer sends: requests and frames that begin as what a browser sends, and are then bent somewhere."""

from __future__ import annotations

import gzip
import json
import random
import re
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, quote_plus

TOKEN = "c" * 32
BOUNDARY = "fuzz"
METHODS = ("GET", "POST", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "get")
CHARSETS = (
    "utf-8",
    "utf-16",
    "utf-7",
    "latin-1",
    "utf_8_sig",
    "idna",
    "rot13",
    "hex",
    "punycode",
    "zlib",
    "no-such",
    "",
    "\x00",
)
TYPES = (
    *("application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=fuzz"),
    *("multipart/form-data; boundary=", "application/json", "text/plain", "text/xml", "image/png", "", ";", "a/b; c"),
    *(
        "multipart/form-data; boundary=" + "b" * 300,
        "multipart/mixed; boundary=fuzz",
        "multipart/form-data; boundary=\xff",
    ),
)
NASTY = (
    *("", " ", "0", "-1", "1", "2", "007", "+1", "1.5", "1e9", "1e999", "NaN", "Infinity", "٣", "²", "①", "१२", "0x10"),
    *("9" * 10, "9" * 19, "9" * 40, "9" * 5000, str(2**31), str(2**63 - 1), str(2**63), str(-(2**63) - 1)),
    *("\x00", "a\x00b", "\r\n", "\n", "\t", "\x1b[31m", "\x7f", "\u202e", "\u200b", "\ufeff", "\ud800", "\U0010ffff"),
    *(
        "é" * 40,
        "🐜" * 50,
        "ﷺ" * 80,
        "Z̸̢" * 30,
        "İ",
        "ß",
        "ǆ",
        "K",
        "A" * 300,
        "A" * 5000,
        "%",
        "%00",
        "%zz",
        "%s%n",
        "{0}",
    ),
    *(
        "' OR 1=1 --",
        '"><script>alert(1)</script>',
        "{{ 7*7 }}",
        "../../etc/passwd",
        "..%2f..",
        "//evil.example",
        "javascript:1",
    ),
    *(
        "https://evil.example/",
        "[]",
        "{}",
        "null",
        "true",
        '{"a": [',
        "on",
        "off",
        "None",
        "undefined",
        "2026-13-45",
        "now",
    ),
    *("1970-01-01T00:00", "9999-12-31T23:59", "0001-01-01", "Europe/Berlin", "../../zone", "de", "xx-YY", "a" * 64),
)
WORDS = (
    *("move", "undo", "resign", "timeout", "offer-draw", "accept-draw", "abort", "hint", "annul", "restore", "rewind"),
    *("adjudicate", "pause", "resume", "add-time", "take-time", "bot-in", "bot-out", "hide", "show", "warning"),
    *("chat-timeout", "suspension", "closure", "rename", "acted", "hidden", "nothing", "unclear", "abuse", "stalling"),
    *(
        "cheating",
        "game",
        "message",
        "profile",
        "players",
        "spectators",
        "mabula",
        "marabunta",
        "queen",
        "larva",
        "1d",
        "3d",
    ),
    *(
        "random",
        "open",
        "link",
        "person",
        "close",
        "lift",
        "answer",
        "mail",
        "digest",
        "light",
        "dark",
        "password",
        "change",
    ),
    *("correct horse battery", "ada@example.org", "nobody@example.org", "1", "2", "draw", "24", "72"),
)
HEADERS = (
    *(
        "Accept",
        "Accept-Encoding",
        "Accept-Language",
        "Authorization",
        "Cache-Control",
        "Connection",
        "Content-Encoding",
    ),
    *("Content-Length", "Content-Type", "Cookie", "Expect", "Forwarded", "Host", "HX-Boosted", "HX-Current-URL"),
    *(
        "HX-History-Restore-Request",
        "HX-Prompt",
        "HX-Request",
        "HX-Target",
        "HX-Trigger",
        "If-Match",
        "If-Modified-Since",
    ),
    *(
        "If-None-Match",
        "If-Unmodified-Since",
        "Origin",
        "Range",
        "Referer",
        "Sec-Fetch-Site",
        "TE",
        "Transfer-Encoding",
    ),
    *("Upgrade", "User-Agent", "X-CSRFToken", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"),
    *("X-HTTP-Method-Override", "X-Request-ID", "Date", "Via", "Content-Disposition", "Max-Forwards"),
)
VALUES = (
    *("gzip", "br;q=nan", "de-DE,de;q=0.9", "xx;q=2,*;q=-1", "chunked", "identity, chunked", "bytes=0-1", "bytes=9-1"),
    *("bytes=" + "0-1," * 500, "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 99 Foo 99999 99:99:99 GMT", '"a"', 'W/""', "*"),
    *(
        "100-continue",
        "websocket",
        "h2c",
        "close",
        "keep-alive",
        "127.0.0.1",
        "evil.example",
        "[::1",
        "[::1]:99999",
        "a..b",
    ),
    *("10.0.0.1, 999.1.1.1, [::1]:4", "unknown, _hidden", 'for="[2001:db8::1]"', "https", "true", "#board", "dock"),
    *("Basic !!!", "Bearer x", "sessionid=", "a=b; =; ;;", "csrftoken=" + "x" * 4000, "sessionid=\xff", "1, 1", "-5"),
)
ALONE = re.compile(
    r"account/(logout|delete|usersessions|sessions|mfa|password/change)|jsi18n"
)  # would end the game at once


@dataclass
class Request:
    """What goes over the wire, until it is bent as bytes."""

    method: str
    path: str
    headers: list[tuple[str, str]]
    body: bytes = b""
    is_length_right: bool = True
    bend: Callable[[bytes], bytes] | None = field(default=None, repr=False)

    def encoded(self, port: int) -> bytes:
        lines = [f"{self.method} {self.path} HTTP/1.1"]
        names = {name.lower() for name, _ in self.headers}
        if "host" not in names:
            lines.append(f"Host: 127.0.0.1:{port}")
        if "content-length" not in names and "transfer-encoding" not in names and (self.body or self.method == "POST"):
            lines.append(f"Content-Length: {len(self.body)}")
        lines += [f"{name}: {value}" for name, value in self.headers]
        raw = "\r\n".join([*lines, "Connection: close", "", ""]).encode("utf-8", "surrogatepass") + self.body
        return self.bend(raw) if self.bend else raw


class Grammar:
    """Draws inputs by lot; the same luck and the same cast draw the same ones."""

    def __init__(self, luck: random.Random, *, addresses: Sequence[str], fields: Sequence[str]) -> None:
        self.luck = luck
        self.addresses = [address for address in addresses if not ALONE.search(address)]
        self.fields = fields
        self.cast: Any = None

    # Requests

    def request(self) -> Request:
        """An act on a game in one of three, else any page; bent in none to three ways."""
        luck = self.luck
        made = self._act() if luck.random() < 0.3 else self._page()
        for _ in range(luck.choice((0, 0, 1, 1, 1, 2, 3))):
            luck.choice((self._bend_path, self._bend_headers, self._bend_headers, self._bend_body, self._bend_bytes))(
                made
            )
        return made

    def _act(self) -> Request:
        """A legal move, most of the time by a player and on what they have seen."""
        luck, game = self.luck, self.luck.choice(self.cast["games"])
        known = {
            "act": luck.choice(("move", "move", "move", luck.choice(WORDS))),
            "move": luck.choice(self.cast["legal"][str(game)] or ["end"]),
            "seen": str(self.cast["heads"][str(game)]),
            "key": f"{luck.getrandbits(64):016x}",
            "sure": luck.choice(("", "1")),
        }
        if luck.random() < 0.5:
            name = luck.choice([*known])
            known[name] = self._mutated(known[name])
        to_move = self.cast["to_move"].get(str(game), "ada")  # it may be over
        who = luck.choice((to_move, to_move, to_move, "ada", "ben", "cleo", ""))
        return self._form(f"/games/{game}/act/", [*known.items()], who)

    def _page(self) -> Request:
        luck = self.luck
        path = self._path(luck.choice(self.addresses))
        who = luck.choice(("ada", "ben", "cleo", "guest", "mo", "root", "", ""))
        method = luck.choice(METHODS)
        pairs = [(luck.choice(self.fields), self._value()) for _ in range(luck.choice((0, 1, 2, 4, 8, 20)))]
        if method in ("GET", "HEAD", "get", "OPTIONS"):
            query = "&".join(f"{quote_plus(name)}={self._quoted(value)}" for name, value in pairs)
            return Request(method, f"{path}?{query}" if query else path, self._cookies(who))
        made = self._form(path, pairs, who)
        made.method = method
        return made

    def _form(self, path: str, pairs: Sequence[tuple[str, str]], who: str) -> Request:
        luck = self.luck
        headers = [*self._cookies(who), ("X-CSRFToken", TOKEN)]
        if luck.random() < 0.3:
            headers += [("HX-Request", "true"), ("HX-Target", luck.choice(("game", "dock", "board", "x")))]
        if luck.random() < 0.15:
            parts = [
                f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"'
                f"{luck.choice(('', '; filename=x'))}\r\n\r\n{value}\r\n"
                for name, value in pairs
            ]
            headers.append(("Content-Type", f"multipart/form-data; boundary={BOUNDARY}"))
            return Request(
                "POST", path, headers, "".join([*parts, f"--{BOUNDARY}--\r\n"]).encode("utf-8", "surrogatepass")
            )
        body = "&".join(f"{quote_plus(name)}={self._quoted(value)}" for name, value in pairs)
        headers.append(("Content-Type", "application/x-www-form-urlencoded"))
        return Request("POST", path, headers, body.encode())

    def _cookies(self, who: str) -> list[tuple[str, str]]:
        known = f"csrftoken={TOKEN}"
        return [("Cookie", f"{known}; sessionid={self.cast['sessions'][who]}" if who else known)]

    def _path(self, address: str) -> str:
        """An address with something in each of its places."""
        address = (
            re.sub(r"\(\?P<(\w+)>[^)]*\)(?:\.\*\))?", r"<\1>", address)
            .replace("^", "")
            .replace("$", "")
            .replace("\\Z", "")
        )
        return "/" + re.sub(r"<(?:(\w+):)?(\w+)>", lambda place: self._in_place(place[1] or "str", place[2]), address)

    def _in_place(self, converter: str, name: str) -> str:
        luck, cast = self.luck, self.cast
        if luck.random() < 0.08:
            return quote(luck.choice(NASTY).encode("utf-8", "surrogatepass"), safe=luck.choice(("", "/")))
        if converter == "int":
            return str(luck.choice(cast["games"] if luck.random() < 0.4 else cast["numbers"]))
        if name == "name":
            return quote(luck.choice(cast["names"]))
        if name == "key":
            return luck.choice(("mabula", "marabunta"))
        return str(luck.choice((*cast["tokens"], *cast["numbers"], *cast["names"])))

    def _value(self) -> str:
        luck, draw = self.luck, self.luck.random()
        if draw < 0.35:
            return luck.choice(NASTY)
        if draw < 0.7:
            return luck.choice(WORDS)
        return str(luck.choice((*self.cast["numbers"], *self.cast["names"], *self.cast["tokens"])))

    def _quoted(self, value: str) -> str:
        """Percent-encoded, sometimes in another encoding, sometimes not at all."""
        draw = self.luck.random()
        if draw < 0.05:
            return quote_plus(value.encode("utf-16", "surrogatepass"))
        if draw < 0.1:
            return quote_plus(bytes(self.luck.randrange(256) for _ in range(6)))
        return quote_plus(value.encode("utf-8", "surrogatepass"))

    def _mutated(self, text: str) -> str:
        """A text with something put in, left out, doubled or exchanged."""
        luck = self.luck
        if not text or luck.random() < 0.4:
            return luck.choice(NASTY)
        at, end = sorted((luck.randrange(len(text) + 1), luck.randrange(len(text) + 1)))
        return luck.choice(
            (
                text[:at] + luck.choice(NASTY) + text[at:],
                text[:at] + text[end:],
                text[:end] + text[at:],
                text[:at] + chr(luck.randrange(1, 0x3000)) + text[at + 1 :],
                text * luck.choice((2, 9, 400)),
                text.swapcase(),
                " ".join(reversed(text.split())),
            )
        )

    # Where requests are bent

    def _bend_path(self, made: Request) -> None:
        text = self._mutated(made.path)
        bent = quote(text.encode("utf-8", "surrogatepass"), safe="/?&=%") if self.luck.random() < 0.8 else text
        made.path = re.sub(r"[\s\x00]", "%20", bent) or "/"

    def _bend_headers(self, made: Request) -> None:
        luck = self.luck
        name = luck.choice(HEADERS)
        value = luck.choice(VALUES) if luck.random() < 0.6 else luck.choice(NASTY)
        if name == "Content-Type":
            value = luck.choice(TYPES)
            if luck.random() < 0.6:
                value += f"; charset={luck.choice(CHARSETS)}"
        if luck.random() < 0.9:
            value = re.sub(r"[\r\n\x00]", " ", value)
        if luck.random() < 0.6:
            made.headers = [pair for pair in made.headers if pair[0].lower() != name.lower()]
        made.headers.append((name, value))

    def _bend_body(self, made: Request) -> None:
        luck = self.luck
        body = bytearray(made.body or b"a=1")
        match luck.randrange(6):
            case 0:
                body = bytearray(luck.randbytes(luck.choice((1, 40, 3000))))
            case 1:
                body[luck.randrange(len(body))] = luck.randrange(256)
            case 2:
                body = bytearray(gzip.compress(bytes(body)))
            case 3:
                body *= luck.choice((2, 50, 1500))
            case 4:
                body = bytearray(json.dumps({luck.choice(self.fields): luck.choice(WORDS)}).encode())
            case _:
                body = body[: luck.randrange(len(body))]
        made.body = bytes(body[:400_000])

    def _bend_bytes(self, made: Request) -> None:
        """The bytes themselves: most of these no server understands."""
        luck = self.luck
        if luck.random() < 0.6:
            return
        at, byte = luck.random(), luck.randrange(256)

        def bend(raw: bytes) -> bytes:
            place = int(at * len(raw))
            return raw[:place] + bytes([byte]) + raw[place + byte % 3 :]

        made.bend = bend

    # Sockets

    def socket_path(self) -> str:
        luck = self.luck
        watched = luck.choice(
            (
                *(f"game={luck.choice(self.cast['games'])}" for _ in range(4)),
                *("lobby", f"challenge={luck.choice(self.cast['tokens'])}", "", "lobby=1&game=x"),
                f"game={quote(luck.choice(NASTY).encode('utf-8', 'surrogatepass'))}",
                f"challenge={quote(luck.choice(NASTY).encode('utf-8', 'surrogatepass'))}",
            )
        )
        return f"/live/?{watched}"

    def frame(self) -> bytes:
        """A frame: most say what pages say, bent; some break the protocol."""
        luck = self.luck
        text = luck.choice(
            ('{"visible":true}', '{"visible":false}', "{}", "[]", "null", '{"visible":1}', '{"type":"x"}')
        )
        draw = luck.random()
        if draw < 0.3:
            content = self._mutated(text).encode("utf-8", "surrogatepass")
        elif draw < 0.4:
            content = luck.randbytes(luck.choice((0, 1, 3, 125, 126, 3000)))
        elif draw < 0.45:
            content = ("[" * luck.choice((10, 60, 20_000))).encode()
        else:
            content = text.encode()
        opcode = luck.choice((1, 1, 1, 1, 1, 1, 2, 9, 10, 0, 8, 3, 11) if luck.random() < 0.5 else (1,))
        if opcode in (8, 9, 10):
            content = content[:125]
        first = (
            (0x80 if luck.random() < 0.97 else 0) | (luck.choice((0x10, 0x40)) if luck.random() < 0.02 else 0) | opcode
        )
        return framed(first, content, mask=b"" if luck.random() < 0.01 else luck.randbytes(4))


def framed(first: int, content: bytes, *, mask: bytes) -> bytes:
    """A frame of a client; without a mask it is one that servers must refuse."""
    bit = 0x80 if mask else 0
    size = len(content)
    head = (
        bytes([first, bit | size])
        if size < 126
        else bytes([first, bit | 126]) + struct.pack(">H", size)
        if size < 2**16
        else bytes([first, bit | 127]) + struct.pack(">Q", size)
    )
    return head + mask + (bytes(byte ^ mask[place % 4] for place, byte in enumerate(content)) if mask else content)
