"""A game as a file: header and moves, for people and for programs.

The text form is in the manner of PGN. Each line below the header is one turn, its moves
separated by semicolons; a line that begins with ``%`` is a remark.

    [Kind "mabula"]
    [Rules "1"]
    [Options "scoring=largest ties=draw"]
    [Result "1-0"]

    ring WBWWBBWBWBWWBBWBWBWWBBWB
    e8-e6
    h4-e4

The JSON form holds the same under ``kind``, ``rules``, ``options``, ``moves`` and ``tags``.
Reading replays the moves: a record that can be read is a game that can be played. ``Result``
and ``State`` (the final ``encode``) are checked where they are given.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games import kinds
from games.contract import CHANCE, BadOptions, IllegalMove, Seat, replay

RESULT = "Result"
STATE = "State"


class BadRecord(ValueError):
    """The source is not a record; the message says what is wrong and where."""


@dataclass(frozen=True)
class Record:
    """A game outside the database: its kind, options and moves, and tags for people to read."""

    kind: str
    moves: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    rules: int = 1
    tags: Mapping[str, str] = field(default_factory=dict)  # free text by name: Event, Date, Red, Blue, …

    def replayed(self) -> Any:
        """The state after the last move. Raises BadRecord."""
        try:
            kind = kinds.get(self.kind)
        except KeyError:
            raise BadRecord(f"there is no kind of game called {self.kind[:40]!a}") from None
        if self.rules != kind.rules.version:
            raise BadRecord(f"rules version {self.rules} of {self.kind} is not known here")
        try:
            return replay(kind.rules, self.options, self.moves)
        except BadOptions as refused:
            raise BadRecord(f"option {refused}") from refused
        except IllegalMove as refused:
            raise BadRecord(f"{refused.__notes__[0]}: {refused}") from refused

    def result(self) -> str:
        """1-0 if seat one won, 0-1 if seat two did, 1/2-1/2 for a draw, * while the game goes on."""
        outcome = kinds.get(self.kind).rules.outcome(self.replayed())
        if outcome is None:
            return "*"
        return {Seat.ONE: "1-0", Seat.TWO: "0-1", None: "1/2-1/2"}[outcome.winner]


def make(kind: str, options: Mapping[str, str], moves: Sequence[str], tags: Mapping[str, str] | None = None) -> Record:
    """A record of these moves, with every option written out and the result as a tag."""
    known = kinds.get(kind)
    chosen = {name: options.get(name, values[0]) for name, values in known.options.items()}
    bare = Record(kind, tuple(moves), chosen, known.rules.version)
    return Record(kind, bare.moves, chosen, bare.rules, {**(tags or {}), RESULT: bare.result()})


def to_text(record: Record) -> str:
    header = {
        "Kind": record.kind,
        "Rules": str(record.rules),
        "Options": " ".join(f"{name}={value}" for name, value in record.options.items()),
        **record.tags,
    }
    lines = [f'[{name} "{_escape(value)}"]' for name, value in header.items()]
    return "\n".join([*lines, "", *("; ".join(turn) for turn in _turns(record)), ""])


def to_json(record: Record) -> str:
    content = {
        "kind": record.kind,
        "rules": record.rules,
        "options": dict(record.options),
        "moves": list(record.moves),
        "tags": dict(record.tags),
    }
    return json.dumps(content, ensure_ascii=False, indent=1)


def read(source: str) -> Record:
    """Read a record in the text form or as JSON. Raises BadRecord, and nothing else, for any text."""
    return read_json(source) if source.lstrip().startswith("{") else read_text(source)


def read_text(source: str) -> Record:
    header: dict[str, str] = {}
    moves: list[str] = []
    for number, line in enumerate(source.splitlines(), start=1):
        line = line.strip()
        if not line or line.startswith("%"):
            continue
        if tag := _TAG.fullmatch(line):
            if moves or tag[1] in header:
                raise BadRecord(f"line {number}: a tag after the moves, or given twice")
            header[tag[1]] = _unescape(tag[2])
        elif line.startswith("["):
            raise BadRecord(f'line {number} is not a tag such as [Kind "mabula"]')
        else:
            moves += (move.strip() for move in line.split(";"))
    try:
        kind, rules, options = (header.pop(name) for name in ("Kind", "Rules", "Options"))
    except KeyError as missing:
        raise BadRecord(f"there is no tag {missing.args[0]}") from None
    pairs = [option.partition("=")[::2] for option in options.split()]
    if not _NUMBER.fullmatch(rules) or len(dict(pairs)) < len(pairs):
        raise BadRecord("Rules must be a number, and each of the Options given once")
    return _check(Record(kind, tuple(moves), dict(pairs), int(rules), header))


def read_json(source: str) -> Record:
    try:
        content = json.loads(source)
    except (ValueError, RecursionError):
        raise BadRecord("this is not JSON") from None
    match content:
        case {"kind": str(kind), "rules": int(rules), "options": dict(options), "moves": list(moves), **rest}:
            tags = rest.pop("tags", {})
            texts: Iterable[object] = (
                *moves,
                *options.values(),
                *(tags.values() if isinstance(tags, dict) else (tags,)),
            )
            is_number = not isinstance(rules, bool)
            if is_number and not rest and isinstance(tags, dict) and all(isinstance(text, str) for text in texts):
                return _check(Record(kind, tuple(moves), options, rules, tags))
    raise BadRecord("the JSON must hold kind, rules, options, moves and may hold tags, and only text in the last three")


def _check(record: Record) -> Record:
    """Return the record if its moves can be played and its tags agree with them. Raises BadRecord."""
    state = record.replayed()
    if STATE in record.tags and kinds.get(record.kind).rules.encode(state) != record.tags[STATE]:
        raise BadRecord("the moves lead to another state than the one noted")
    if RESULT in record.tags and record.result() != record.tags[RESULT]:
        raise BadRecord(f"the moves lead to the result {record.result()}, not to the one noted")
    return record


def _turns(record: Record) -> Iterable[list[str]]:
    """Group consecutive moves of one actor; every move of chance is a group of its own."""
    rules = kinds.get(record.kind).rules
    state = rules.initial(record.options)
    turn: list[str] = []
    last = None
    for move in record.moves:
        actor = rules.actor(state)
        if turn and (actor is not last or actor is CHANCE):
            yield turn
            turn = []
        turn.append(move)
        last = actor
        state = rules.apply(state, move)
    if turn:
        yield turn


def _escape(value: str) -> str:
    return re.sub(r'[\\"]', r"\\\g<0>", " ".join(value.splitlines()))  # spaces stay: a nonce may have two in a row


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]*) "((?:[^"\\]|\\.)*)"\]')
_NUMBER = re.compile(r"[0-9]{1,6}")
