"""Whole stored games with literal digests and chains: played again through the door, they must be the same rows.

The file was written once, by ``python -m tests.golden.collect_logs``. It is never written anew to make a test pass:
games that are stored like this must replay for ever.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from django.db.models.signals import pre_save

from accounts.models import User
from games import kinds
from games.chance import commitment
from games.clocks import clock
from games.contract import Seat, choose_options
from games.lobby.start import Agreement, NewPlayer, start_game
from games.models import Event, Game, Secret
from games.table import door
from games.table.door import Act, Verdict

FILE = Path(__file__).with_name("logs.json")
FINAL = ("status", "winner", "decided")  # columns of the game that its end is read from


class Row(NamedTuple):
    """An event as it is stored."""

    seq: int
    kind: str
    seat: int | None
    text: str
    at: str
    key: str | None
    digest: str
    chain: str


class StoredGame(NamedTuple):
    name: str
    number: int  # of the game: it is part of every chain and every roll
    terms: dict[str, Any]  # of its agreement
    seed: str
    nonces: tuple[str, str]
    final: dict[str, Any]
    rows: tuple[Row, ...]
    draws: int = 1  # the version of chance's draws that it began with


def read() -> list[StoredGame]:
    games = json.loads(FILE.read_text())
    return [
        StoredGame(**{**game, "nonces": tuple(game["nonces"]), "rows": tuple(Row(*row) for row in game["rows"])})
        for game in games
    ]


def lay_out(game: StoredGame, at: str) -> Game:
    """As a challenge that was accepted at that time lays it out, with the number, seed and nonces of the stored one."""
    users = [User.objects.create_user(f"{name}{game.number}") for name in ("ada", "ben")]
    one, two = (NewPlayer(user, nonce=nonce) for user, nonce in zip(users, game.nonces, strict=True))
    seed = bytes.fromhex(game.seed)
    sealed = commitment(seed)
    Secret.objects.create(commitment=sealed, seed=seed)
    kind, terms = kinds.get(game.terms["kind"]), dict(game.terms)
    terms["options"] = choose_options(kind.options, terms["options"])  # where it names no board, the first was meant
    with at_time(at), created_as(pk=game.number, draws=game.draws):
        return start_game(agreement=Agreement(**terms), players=(one, two), is_public=True, sealed=sealed)


def submit(game: Game, row: Row) -> None:
    """The act of a player or a moderator that an event tells of. What chance plays after it comes by itself."""
    with at_time(row.at):
        answer = door.submit(
            game_id=game.pk,
            seat=Seat(row.seat) if row.seat else None,
            act=Act(row.kind),
            text=row.text,
            seen=row.seq - 1,
            key=str(row.key),
        )
    assert answer.verdict is Verdict.ACCEPTED, (row, answer)
    if row.kind == Act.LEAVE and row.seat:
        game.seats.filter(number=row.seat).update(user=None)  # as games.lobby.departure does


def rows_of(game: Game) -> tuple[Row, ...]:
    return tuple(
        Row(
            event.seq,
            event.act,
            event.seat,
            event.text,
            event.at.isoformat(timespec="microseconds"),
            event.key,
            event.digest,
            event.chain,
        )
        for event in Event.objects.filter(game=game).order_by("seq")
    )


def final_of(game: Game) -> dict[str, Any]:
    game.refresh_from_db()
    return {name: getattr(game, name) for name in FINAL}


@contextmanager
def at_time(text: str) -> Iterator[None]:
    moment = datetime.fromisoformat(text)
    with patch.object(clock, "now", lambda: moment), patch("django.utils.timezone.now", lambda: moment):
        yield


@contextmanager
def created_as(**terms: int) -> Iterator[None]:
    """The next game that is created has this number, and these versions."""

    def give(instance: Game, **_: object) -> None:
        if not instance.pk:
            for name, value in terms.items():
                setattr(instance, name, value)

    pre_save.connect(give, sender=Game, weak=False)
    try:
        yield
    finally:
        pre_save.disconnect(give, sender=Game)
